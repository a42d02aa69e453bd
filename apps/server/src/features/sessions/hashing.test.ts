import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { hashWithParameters } from '../../testing/passwords/old-hash.ts';
import { useProductionPasswordCost } from '../../testing/passwords/password-cost.ts';
import { BEHIND_PROXY, from, testServer } from '../../testing/server.ts';

/** Hashing is expensive: one account must not make others wait. */

test('130 concurrent password changes of one account do not prevent others from signing in', async () => {
  useProductionPasswordCost();
  const server = await testServer({ variables: BEHIND_PROXY });
  const attacker = await buildTeam(server.db);
  const token = await server.tokenOf('team', attacker.id);
  const others = await Promise.all(Array.from({ length: 12 }, () => buildTeam(server.db)));
  const flood = Array.from({ length: 130 }, (_, number) =>
    server.post('/tapi/v1/changePassword', {
      token,
      body: { password: `Quiet-harbour-${number}` },
      ...from('203.0.113.9'),
    }),
  );
  const signIns = others.map(({ email }, number) =>
    server.post('/sapi/v1/login', {
      body: { email, password: FACTORY_PASSWORD, role: 'team' },
      // Some of them share the attacker's network.
      ...from(number % 3 === 0 ? '203.0.113.9' : `198.51.100.${number}`),
    }),
  );
  expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(others.map(() => 200));
  const changes = await Promise.all(flood);
  const statuses = new Set(changes.map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 429]));
  const rejected = changes.find(({ status }) => status === 429);
  expect(rejected?.headers.get('retry-after')).toBe('1');
  expect(rejected?.body.msg).toBe(
    'Another password of yours is being checked or saved. Try again in a moment.',
  );
});

test('many sign-ups and new app users of one account or network do not prevent others from signing in', async () => {
  useProductionPasswordCost();
  const server = await testServer({ variables: BEHIND_PROXY });
  const team = await buildTeam(server.db, { max_users: 500 });
  const token = await server.tokenOf('team', team.id);
  const person = { phone: '+1 202 555 0143', password: 'Quiet-harbour-77' };
  const flood = Array.from({ length: 60 }, (_, number) => [
    server.post('/tapi/v1/createCustom/app_user', {
      token,
      body: { data: { team_id: team.id, name: 'Ann Lee', email: `a${number}@work.example`, ...person } },
      ...from('203.0.113.9'),
    }),
    server.post('/sapi/v1/signup', {
      body: {
        email: `new${number}@team.example`,
        account_name: 'Lee & Sons',
        first_name: 'Ann',
        last_name: 'Lee',
        re_password: person.password,
        ...person,
      },
      ...from('203.0.113.9'),
    }),
  ]).flat();
  const users = [await buildAppUser(server.db, team.id), await buildAppUser(server.db, team.id)];
  const signIns = users.map(({ email }, number) =>
    server.post('/mapi/v1/login', {
      body: { email, password: FACTORY_PASSWORD },
      ...from(`198.51.100.${number}`),
    }),
  );
  expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test('a flood of sign-ins from one network does not prevent sign-ins from other networks', async () => {
  useProductionPasswordCost();
  const server = await testServer({ variables: BEHIND_PROXY });
  const [victim, team] = [await buildTeam(server.db), await buildTeam(server.db)];
  const logIn = (email: string, password: string, address: string) =>
    server.post('/sapi/v1/login', { body: { email, password, role: 'team' }, ...from(address) });
  const flood = Array.from({ length: 100 }, (_, number) =>
    logIn(`${number}-${victim.email}`, 'Wrong-one-123', '203.0.113.9'),
  );
  expect((await logIn(team.email, FACTORY_PASSWORD, '198.51.100.7')).status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  // An attempt that is rejected before its check does not count as a failure.
  const { failures } = await server.db
    .selectFrom('sign_in_failure')
    .select('failures')
    .orderBy('failures', 'desc')
    .executeTakeFirstOrThrow();
  expect(failures).toBe(statuses.filter((status) => status === 401).length);
});

test('a sign-in with outdated hash parameters works, also twice concurrently, and stores a current hash', async () => {
  useProductionPasswordCost();
  const server = await testServer();
  const team = await buildTeam(server.db);
  const old = hashWithParameters(FACTORY_PASSWORD, { memory: 8192, passes: 1 });
  await server.db.updateTable('team').set({ password_hash: old }).where('id', '=', team.id).execute();
  const logIn = (password: string) =>
    server.post('/sapi/v1/login', { body: { email: team.email, password, role: 'team' } });
  const stored = async () =>
    (await server.db.selectFrom('team').select('password_hash').executeTakeFirstOrThrow()).password_hash;

  expect((await logIn('Wrong-one-123')).status).toBe(401);
  expect(await stored()).toBe(old);
  const session = await server.tokenOf('team', team.id);
  const both = await Promise.all([logIn(FACTORY_PASSWORD), logIn(FACTORY_PASSWORD)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const current = await stored();
  expect(current).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await logIn(FACTORY_PASSWORD)).status).toBe(200);
  expect(await stored()).toBe(current);
  // The password is the same: no session is revoked.
  expect((await server.get('/tapi/v1/listPaged/settings', { token: session })).status).toBe(200);
});

test('an administrator can confirm its password while passwords of another account are being changed', async () => {
  useProductionPasswordCost();
  const server = await testServer();
  const team = await buildTeam(server.db);
  const [teamToken, adminToken] = [
    await server.tokenOf('team', team.id),
    await server.tokenOf('admin', (await buildAdmin(server.db)).id),
  ];
  const flood = Array.from({ length: 30 }, () =>
    server.post('/tapi/v1/confirmPassword', { token: teamToken, body: { password: FACTORY_PASSWORD } }),
  );
  const confirmed = await server.post('/api/v1/confirmPassword', {
    token: adminToken,
    body: { password: FACTORY_PASSWORD },
  });
  expect(confirmed.status).toBe(200);
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200, 429]));
});
