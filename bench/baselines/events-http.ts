import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** node:http only: writes an event to all open streams for each POST, and responds with its number. */

const streams = new Set<ServerResponse>();
let count = 0;

function openStream(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.write('data: {"kind":"hello","ok":true,"beat_ms":15000}\n\n');
  streams.add(response);
  response.once('close', () => streams.delete(response));
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    openStream(response);
    return;
  }
  request.resume().once('end', () => {
    count += 1;
    const json = JSON.stringify({ ok: true, data: { id: count } });
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(json),
    });
    response.end(json);
    const event = {
      kind: 'submission.created',
      team_id: 1,
      submission: 'button',
      item_id: 2,
      id: count,
      at: new Date().toISOString(),
    };
    const line = `data: ${JSON.stringify(event)}\n\n`;
    for (const stream of streams) stream.write(line);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
// The server exits together with its parent.
process.once('disconnect', () => process.exit(0));
