import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { gate } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';
import { limitPipelinedRequests } from './pipelined-requests.ts';

const requests = (count: number, path = '/work') => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count);
/** Sends 20,000 requests at once, and resolves when the server has closed the connection. */
const flood = (url: string, path?: string) =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    // The server may reset the connection.
    socket.on('error', () => {}).once('close', resolve);
    socket.write(requests(20_000, path));
  });
const LAST = 'GET /work HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** A server whose calls of `/work` wait for `released`. */
async function startServer() {
  const released = gate();
  const app = Fastify();
  limitPipelinedRequests(app);
  let calls = 0;
  app.get('/work', async () => {
    calls += 1;
    await released.opened;
    return { ok: true };
  });
  onTestFinished(async () => {
    released.open();
    await app.close();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: app.listeningOrigin, released, calls: () => calls };
}

test('a client that sends many requests without waiting for responses is disconnected, and the others are not served', async () => {
  const { url, calls } = await startServer();
  await flood(url);
  // The first one, which waits for no other, and 32.
  expect(calls()).toBe(33);
});

test('a client that sends fewer gets all responses, as often as it likes', async () => {
  const { url, released } = await startServer();
  released.open();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => (received += part));
  const responses = () => received.split('HTTP/1.1 200 OK').length - 1;
  for (let round = 1; round <= 5; round += 1) {
    socket.write(requests(30));
    await expect.poll(responses).toBe(30 * round);
  }
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

test('the server has the limit', async () => {
  const calls: string[] = [];
  const { url } = await testServer({ onCall: ({ route }) => void calls.push(route ?? '') });
  await flood(url, '/healthz');
  const other = connect(Number(new URL(url).port), '127.0.0.1');
  other.write(LAST);
  expect(await text(other)).toMatch(/^HTTP\/1.1 404 /);
  expect(calls.length).toBeLessThan(100);
});
