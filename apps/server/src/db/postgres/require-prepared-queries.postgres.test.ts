import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { changesSessions, mayChangeSessions } from './require-prepared-queries.ts';

/** AuthenticationOk and ReadyForQuery of PostgreSQL's protocol. */
const ACCEPTED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** A pooler that accepts clients and has no free session for their queries. */
async function startBusyPooler(): Promise<string> {
  const sockets = new Set<Socket>();
  const pooler = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => socket.write(ACCEPTED));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    pooler.close();
  });
  return `postgres://callpoint@127.0.0.1:${(pooler.address() as AddressInfo).port}/callpoint`;
}

test('a pooler without a free session may change sessions; PostgreSQL itself, and a host that does not respond, do not', async () => {
  const pooler = await startBusyPooler();
  expect(await changesSessions(pooler)).toBe(false);
  expect(await mayChangeSessions(pooler)).toBe(true);
  const { location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('for PostgreSQL');
  expect(await mayChangeSessions(location.url)).toBe(false);
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  expect(await mayChangeSessions(`postgres://callpoint@127.0.0.1:${port}/callpoint`)).toBe(false);
});
