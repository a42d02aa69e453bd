import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { MAX_FAILURES } from '../../http/auth/sign-in-limit.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { BEHIND_PROXY, from, testServer, type TestServer } from '../../testing/server.ts';

/** Two servers with connections of their own to one database, as two processes have. */
async function twoServers() {
  const { db, location } = await testDatabase();
  const other = openDatabase(location, () => {});
  onTestFinished(() => other.destroy());
  const variables = BEHIND_PROXY;
  const one = await testServer({ database: { db, location }, variables });
  const two = await testServer({ database: { db: other, location }, variables });
  const team = await buildTeam(db);
  const logIn = async (server: TestServer, password: string, address: string) => {
    const body = { email: team.email, password, role: 'team' };
    return (await server.post('/sapi/v1/login', { body, ...from(address) })).status;
  };
  return { one, two, logIn };
}

test('failures of an account from one network count together, whichever process gets them', async () => {
  const { one, two, logIn } = await twoServers();
  const statuses: number[] = [];
  for (const server of [one, two, one, two, one])
    statuses.push(await logIn(server, 'Wrong-one-123', '203.0.1.1'));
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  for (const server of [two, one]) expect(await logIn(server, FACTORY_PASSWORD, '203.0.1.1')).toBe(429);
  for (const server of [two, one]) expect(await logIn(server, FACTORY_PASSWORD, '203.0.2.1')).toBe(200);
});

test('guesses at one account from many networks are rejected after 50, whichever process gets them', async () => {
  const { one, two, logIn } = await twoServers();
  const statuses: number[] = [];
  for (let number = 0; number < MAX_FAILURES; number += 1) {
    const server = number % 2 === 0 ? one : two;
    statuses.push(await logIn(server, 'Wrong-one-123', `203.0.${number}.1`));
  }
  expect(new Set(statuses)).toEqual(new Set([401]));
  for (const server of [one, two]) expect(await logIn(server, FACTORY_PASSWORD, '203.0.99.1')).toBe(429);
});
