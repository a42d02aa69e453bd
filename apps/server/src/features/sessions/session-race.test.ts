import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { useProductionPasswordCost } from '../../testing/passwords/password-cost.ts';
import { testServer } from '../../testing/server.ts';
import { raceSignIns } from '../../testing/passwords/session-races.ts';

/** Sign-ins that are in progress while their account changes. The nightly run repeats the first race 200 times. */

const ROUNDS = 10;

test('no session of a sign-in with the old password survives a concurrent password change', async () => {
  useProductionPasswordCost();
  await raceSignIns(ROUNDS);
});

test('no session of a sign-in survives a concurrent block, of the account or of its subscriber', async () => {
  useProductionPasswordCost();
  const server = await testServer();
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const team = await buildTeam(server.db);
    const user = await buildAppUser(server.db, team.id);
    const signIns = [
      ...[1, 2].map(() =>
        server.post('/sapi/v1/login', {
          body: { email: team.email, password: FACTORY_PASSWORD, role: 'team' },
        }),
      ),
      ...[1, 2].map(() =>
        server.post('/mapi/v1/login', { body: { email: user.email, password: FACTORY_PASSWORD } }),
      ),
    ];
    // At this point the passwords of some sign-ins are checked, those of others are not.
    if (round % 2 === 1) await Promise.race(signIns);
    const block = await server.post('/api/v1/update/team', {
      token: admin,
      body: { id: team.id, data: { status: 0 } },
    });
    expect(block.status).toBe(200);
    await Promise.all(signIns);
    const live = await server.db
      .selectFrom('session')
      .select(['role', 'account_id'])
      .where('expires_at', '>', new Date().toISOString())
      .where('role', '!=', 'admin')
      .execute();
    expect(live).toEqual([]);
  }
});

test('a password that an administrator sets is not replaced by a concurrent change of the old session', async () => {
  useProductionPasswordCost();
  const server = await testServer();
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const team = await buildTeam(server.db);
    const stolen = await server.tokenOf('team', team.id);
    const set = () =>
      server.post('/api/v1/update/team', {
        token: admin,
        body: { id: team.id, data: { password: 'Winter-orchard-9' } },
      });
    const change = () =>
      server.post('/tapi/v1/changePassword', { token: stolen, body: { password: 'Quiet-harbour-77' } });
    const [first, second] = round % 2 === 0 ? [set, change] : [change, set];
    const statuses = (await Promise.all([first(), second()])).map(({ status }) => status);
    expect([200, 401]).toContain(statuses[round % 2 === 0 ? 1 : 0]);
    const logIn = async (password: string) =>
      (await server.post('/sapi/v1/login', { body: { email: team.email, password, role: 'team' } })).status;
    expect(await logIn('Winter-orchard-9')).toBe(200);
    expect(await logIn('Quiet-harbour-77')).toBe(401);
  }
});

test('when two sessions change the password concurrently, one revokes the session of the other', async () => {
  useProductionPasswordCost();
  const server = await testServer();
  const team = await buildTeam(server.db);
  const tokens = [await server.tokenOf('team', team.id), await server.tokenOf('team', team.id)];
  const change = async (token: string, number: number) => {
    const body = { password: `Quiet-harbour-${number}` };
    let response = await server.post('/tapi/v1/changePassword', { token, body });
    while (response.status === 429) response = await server.post('/tapi/v1/changePassword', { token, body });
    return response.status;
  };
  const statuses = await Promise.all(tokens.map(change));
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401]);
  const winner = statuses.indexOf(200);
  const logIn = async (password: string) =>
    (await server.post('/sapi/v1/login', { body: { email: team.email, password, role: 'team' } })).status;
  expect(await logIn(`Quiet-harbour-${winner}`)).toBe(200);
  expect(await logIn(`Quiet-harbour-${1 - winner}`)).toBe(401);
});
