import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { gate } from '../../testing/outbox.ts';
import { limitCallsInFlight } from '../admission/calls-in-flight.ts';
import { handleErrors } from '../errors/error-responses.ts';
import { onCallFinished } from './finished-calls.ts';

/** Calls in flight that one account may have. */
const MOST = 64;

/** A server for one account. A call of `/work` has arrived when `arrived(calls)` resolves, and waits for `released`. */
async function startServer() {
  const released = gate();
  const finished: string[] = [];
  const changes = new EventTarget();
  const changed = () => changes.dispatchEvent(new Event('change'));
  let atWork = 0;
  const app = Fastify();
  handleErrors(app, 0);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = { role: 'team', id: 1, teamId: 1, sessionId: 1, authenticatedAt: '' };
  });
  limitCallsInFlight(app);
  app.addHook('onRequest', async ({ url, raw }) => {
    if (url !== '/late') return;
    atWork += 1;
    changed();
    await new Promise((resolve) => raw.socket.once('close', resolve));
  });
  onCallFinished(app, ({ url }, { statusCode }) => {
    finished.push(`${url} ${statusCode}`);
    changed();
  });
  app.get('/work', async () => {
    atWork += 1;
    changed();
    await released.opened;
    atWork -= 1;
    return { ok: true };
  });
  app.get('/failure', async () => Promise.reject(new Error('failed on purpose')));
  app.get('/stream', async () => {
    atWork += 1;
    changed();
    return new Readable({ read() {} });
  });
  app.post('/body', async () => ({ ok: true }));
  app.post('/late', async () => ({ ok: true }));
  onTestFinished(async () => {
    released.open();
    await app.close();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await once(changes, 'change');
  };
  return {
    url: app.listeningOrigin,
    finished,
    released,
    arrived: (calls: number) => until(() => atWork === calls),
    finish: (calls: number) => until(() => finished.length === calls),
  };
}

/** Sends the text of a request on a connection of its own. */
function send(url: string, text: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(text);
  return socket;
}

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('reports a call whose connection is closed before its body is read', async () => {
  const server = await startServer();
  const head =
    'POST /late HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
  const socket = send(server.url, `${head}{}`);
  await server.arrived(1);
  socket.resetAndDestroy();
  await server.finish(1);
  expect(server.finished).toEqual(['/late 400']);
});

test('reports a call once, after its response, for any status', async () => {
  const server = await startServer();
  for (const path of ['/failure', '/nothing']) await fetch(`${server.url}${path}`);
  await fetch(`${server.url}/body`, { method: 'POST' });
  await server.finish(3);
  expect(server.finished).toEqual(['/failure 500', '/nothing 404', '/body 200']);
});

test('reports a call whose client has disconnected when its work is done, not earlier', async () => {
  const server = await startServer();
  const socket = send(server.url, GET('/work'));
  await server.arrived(1);
  socket.resetAndDestroy();
  await fetch(`${server.url}/nothing`);
  await server.finish(1);
  server.released.open();
  await server.finish(2);
  expect(server.finished).toEqual(['/nothing 404', '/work 200']);
});

test('reports a call whose client disconnects while it sends the body or receives the response', async () => {
  const server = await startServer();
  const post =
    'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"';
  const sending = send(server.url, post);
  await once(sending, 'connect');
  sending.end();
  await server.finish(1);
  const receiving = send(server.url, GET('/stream'));
  await server.arrived(1);
  receiving.resetAndDestroy();
  await server.finish(2);
  expect(server.finished).toEqual(['/body 400', '/stream 200']);
});

test('reports calls behind a stream of their connection when their work is done', async () => {
  const server = await startServer();
  const socket = send(server.url, GET('/stream'));
  await server.arrived(1);
  socket.write(GET('/nothing').repeat(MOST));
  await server.finish(MOST);
  expect((await fetch(`${server.url}/body`, { method: 'POST' })).status).toBe(200);
});

test('an account whose clients have disconnected may call again as soon as the work is done', async () => {
  const server = await startServer();
  const sockets = Array.from({ length: MOST }, () => send(server.url, GET('/work')));
  await server.arrived(MOST);
  for (const socket of sockets) socket.resetAndDestroy();
  // The work of the abandoned calls counts until it is done.
  expect((await fetch(`${server.url}/work`)).status).toBe(429);
  server.released.open();
  await server.finish(MOST + 1);
  expect((await fetch(`${server.url}/work`)).status).toBe(200);
});
