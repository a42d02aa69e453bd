import { connect } from 'node:net';
import { once } from 'node:events';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { csvResponses } from './csv-responses.ts';
import { Admission } from '../admission/admission.ts';

const TOO_SLOW = { within: 100, bytes: 10_000_000 };

async function endless(cell = 'x'.repeat(64 * 1024), isSessionInvalid: () => boolean = () => false) {
  const app = Fastify();
  const send = csvResponses(app, {
    admission: new Admission(),
    isSessionInvalid: async () => isSessionInvalid(),
    tooSlow: TOO_SLOW,
  });
  let isOver = false;
  async function* rows() {
    try {
      for (;;) yield cell === '' ? [] : [[cell]];
    } finally {
      isOver = true;
    }
  }
  app.get('/', (request, reply) => {
    Object.assign(request, { caller: { role: 'team', id: 1, sessionId: 1 } });
    return send(reply, async () => ({ name: 'endless', header: ['a'], rows: rows() }));
  });
  await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return { socket, isOver: () => isOver };
}

test('cancels a file whose reader is too slow', async () => {
  const { socket, isOver } = await endless();
  await once(socket, 'readable');
  await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
});

test('cancels a file that finds no rows when its reader disconnects', async () => {
  const { socket, isOver } = await endless('');
  await once(socket, 'readable');
  expect(isOver()).toBe(false);
  socket.destroy();
  await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
});

test('cancels a file when the session of its reader is revoked', async () => {
  let isRevoked = false;
  const { socket, isOver } = await endless(undefined, () => isRevoked);
  let response = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    response = (response + part).slice(-100);
    isRevoked = true;
  });
  await once(socket, 'close');
  expect(isOver()).toBe(true);
  // The last chunk of a complete file is an empty one.
  expect(response).not.toMatch(/\r\n0\r\n\r\n$/);
});
