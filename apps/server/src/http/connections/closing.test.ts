import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { gate } from '../../testing/outbox.ts';
import { rejectWhileClosing } from './closing.ts';
import { handleErrors } from '../errors/error-responses.ts';
import { addSecurityHeaders, securityHeaders } from '../pages/security-headers.ts';

test('a call on an open connection of a server that stops is rejected in our shape, with the headers', async () => {
  const [entered, released, closing, second] = [gate(), gate(), gate(), gate()];
  let requests = 0;
  const app = Fastify({ return503OnClosing: false });
  addSecurityHeaders(app, securityHeaders(false));
  app.addHook('onRequest', async () => {
    requests += 1;
    if (requests === 2) second.open();
  });
  handleErrors(app);
  rejectWhileClosing(app);
  app.get('/slow', async () => {
    entered.open();
    await released.opened;
    return { ok: true };
  });
  app.addHook('preClose', async () => closing.open());
  await app.listen({ host: '127.0.0.1', port: 0 });

  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const closed = once(socket, 'close');
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await entered.opened;
  const stopped = app.close();
  await closing.opened;
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await second.opened;
  released.open();
  await Promise.all([closed, stopped]);

  const [served, rejected] = text.split(/(?=HTTP\/1\.1 )/);
  expect(served).toMatch(/^HTTP\/1\.1 200 /);
  expect(rejected).toMatch(/^HTTP\/1\.1 503 /);
  expect(rejected).toContain('\r\nretry-after: 5\r\n');
  expect(rejected).toContain('\r\nx-content-type-options: nosniff\r\n');
  expect(rejected).toContain(
    '{"ok":false,"msg":"The server is stopping. Try again in a moment.","errors":[]}',
  );
});
