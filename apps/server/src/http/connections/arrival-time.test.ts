import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitArrivalTime } from './arrival-time.ts';
import { rejectUnparsed } from '../errors/unparsed-requests.ts';

async function server() {
  const app = Fastify({ clientErrorHandler: rejectUnparsed({}) });
  limitArrivalTime(app, 100);
  const handler = async () => ({ ok: true });
  app.post('/call', handler);
  app.post('/upload', { config: { arrivalTime: 60_000 } }, handler);
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  /** Sends the head and the first byte of a request; returns the socket. */
  return (path: string) => {
    const socket = connect(port, '127.0.0.1');
    const head = ['Host: x', 'Content-Type: application/json', 'Content-Length: 2', 'Connection: close'];
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{`);
    return socket;
  };
}

test('a body that arrives too slowly is rejected with 408, and the connection is closed', async () => {
  const send = await server();
  const response = await text(send('/call'));
  expect(response).toMatch(/^HTTP\/1.1 408 /);
  expect(response).toContain('The request took too long to arrive.');
});

test('a route can give the body more time', async () => {
  const send = await server();
  const [late, slow] = [send('/call'), send('/upload')];
  expect(await text(late)).toMatch(/^HTTP\/1.1 408 /);
  slow.write('}');
  expect(await text(slow)).toMatch(/^HTTP\/1.1 200 /);
});
