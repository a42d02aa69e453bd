import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** node:http only: rejects every call at once with the product's response to a press beyond its limits, without reading its body. */

const BODY = JSON.stringify({
  ok: false,
  msg: 'Too many submissions at the same time. Nothing was stored. Send it again.',
  errors: [],
});
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(BODY),
  'retry-after': '2',
};

const server = createServer((_request, response) => {
  response.writeHead(503, HEADERS).end(BODY);
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
// The server exits together with its parent.
process.once('disconnect', () => process.exit(0));
