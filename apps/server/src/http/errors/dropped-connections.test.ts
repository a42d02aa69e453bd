import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildTeam } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';
import { openLog } from '../logging/log.ts';

/** So many connections of each kind: the moment at which the server notices a dropped one varies. */
const CONNECTIONS = 20;

/** A server that logs everything. */
async function logging() {
  const lines: { level: number; msg: string }[] = [];
  const log = openLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const server = await testServer({ log, variables: { LOG_LEVEL: 'debug' } });
  const token = await server.tokenOf('team', (await buildTeam(server.db)).id);
  return { server, token, lines };
}

function open(url: string, request: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(request);
  return socket;
}

test('connections that are dropped before, in and after a request are not logged as errors', async () => {
  const { server, token, lines } = await logging();
  const body = JSON.stringify({ email: 'a@b.example', password: 'Quiet-harbour-77' });
  const post = 'POST /mapi/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const requests = [
    `GET /tapi/v1/export/form_submission?token=${token} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /tapi/v1/events?token=${token} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `${post}Content-Length: ${body.length}\r\n\r\n${body}`,
    `${post}Content-Length: ${body.length}\r\n\r\n{"em`,
    'GET /healthz HTTP/1.1\r\nHo',
  ];
  for (const request of requests) {
    for (let number = 0; number < CONNECTIONS; number += 1) {
      const socket = open(server.url, request);
      await once(socket, 'connect');
      // With the bytes still in flight, and after the server may have read them.
      if (number % 2 === 1) await server.get('/healthz');
      socket.resetAndDestroy();
    }
  }
  // When these calls have finished, all earlier requests have finished too.
  for (let number = 0; number < CONNECTIONS; number += 1) await server.get('/readyz');
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  expect(lines.length).toBeGreaterThan(CONNECTIONS);
});
