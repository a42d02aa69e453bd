import type { Role } from '@callpoint/contract/permissions';
import { expect, test } from 'vitest';
import { AccountsDb } from '../../db/handles/accounts.ts';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { countAttempt, getCountedSubjects, MAX_FAILURES } from '../../http/auth/sign-in-limit.ts';
import { BEHIND_PROXY, from, testServer, type TestServer } from '../../testing/server.ts';

/** Guessing passwords: from one or many networks, of one or many accounts. */

const HOME = '198.51.100.7';

/** Failed sign-ins spread over networks, so that no pair is locked. */
async function guess(server: TestServer, email: string, role: Role, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 1) {
    statuses.push((await logIn(server, email, 'Wrong-one-123', botnet(number), role)).status);
  }
  return statuses;
}

/** Four addresses of each of many networks. */
function botnet(number: number): string {
  return `203.0.${Math.floor(number / 4)}.1`;
}

async function logIn(
  server: TestServer,
  email: string,
  password: string,
  address: string,
  role: Role = 'team',
) {
  const path = role === 'app_user' ? '/mapi/v1/login' : '/sapi/v1/login';
  const body = role === 'app_user' ? { email, password } : { email, password, role };
  return await server.post(path, { body, ...from(address) });
}

/** Counts the maximum failures of an account, without the work of hashing. */
async function fail(server: TestServer, email: string, role: Role, sendsEmail = true): Promise<void> {
  for (let number = 0; number < MAX_FAILURES; number += 1) {
    const attempt = { role, email, address: botnet(number) };
    await countAttempt(
      new AccountsDb(server.db),
      getCountedSubjects(attempt, { isKnown: false, sendsEmail }),
    );
  }
}

const unlockLinks = (server: TestServer) =>
  server.mails.filter(({ text }) => text.includes('/app/unlock?token='));

test('guesses at one account from many networks are rejected after 50; the owner can sign in from a known network', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  const [team, other] = [await buildTeam(server.db), await buildTeam(server.db)];
  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(200);

  const statuses = await guess(server, team.email, 'team', MAX_FAILURES + 10);
  expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_FAILURES);
  expect(statuses.slice(MAX_FAILURES)).toEqual(Array.from({ length: 10 }, () => 429));
  // The right password is rejected like a wrong one.
  const right = await logIn(server, team.email.toUpperCase(), FACTORY_PASSWORD, '203.0.99.1');
  expect([right.status, right.body]).toEqual([
    429,
    [{ msg: expect.stringContaining('open the link that we emailed') }],
  ]);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);

  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(200);
  expect((await logIn(server, other.email, FACTORY_PASSWORD, '203.0.99.1')).status).toBe(200);
});

test('an emailed link lets the owner sign in from a new network; one email an hour, and none for unknown addresses', async () => {
  const server = await testServer({ variables: { ...BEHIND_PROXY, PUBLIC_URL: 'https://safety.example' } });
  const team = await buildTeam(server.db);
  await fail(server, team.email, 'team');
  await guess(server, team.email, 'team', 3);
  await fail(server, 'nobody@team.example', 'team');
  expect(await guess(server, 'nobody@team.example', 'team', 3)).toEqual([429, 429, 429]);
  await expect.poll(() => unlockLinks(server)).toHaveLength(1);
  const [mail] = unlockLinks(server);
  expect(mail?.to).toBe(team.email);
  const token = /https:\/\/safety\.example\/app\/unlock\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];

  const unlock = (address: string) =>
    server.post('/sapi/v1/unlockSignIn', { body: { token }, ...from(address) });
  const unlocked = await unlock(HOME);
  expect([unlocked.status, unlocked.body]).toEqual([
    200,
    { ok: true, msg: 'You can log in from here again.' },
  ]);
  const again = await unlock('203.0.1.1');
  expect([again.status, again.body.errors[0].field]).toEqual([400, 'token']);
  const recorded = server.db.selectFrom('audit').selectAll().where('action', '=', 'update');
  expect(await recorded.execute()).toMatchObject([
    {
      actor_role: 'team',
      actor_id: team.id,
      address: HOME,
      outcome: 'done',
      subject: 'team',
      subject_id: team.id,
      team_id: team.id,
      detail: 'allowed sign-ins from this network by an emailed link',
    },
  ]);
  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(200);
  expect((await logIn(server, team.email, FACTORY_PASSWORD, '203.0.1.1')).status).toBe(429);
  expect(unlockLinks(server)).toHaveLength(1);
});

test('a link that allows sign-ins creates no session, and stops working when the address changes', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  const team = await buildTeam(server.db);
  await fail(server, team.email, 'team');
  await guess(server, team.email, 'team', 1);
  await expect.poll(() => unlockLinks(server)).toHaveLength(1);
  const token = /unlock\?token=([\w-]+)/.exec(unlockLinks(server)[0]?.text ?? '')?.[1];
  expect((await server.get('/tapi/v1/listPaged/settings', { token: token ?? '' })).status).toBe(401);
  await server.db.updateTable('team').set({ email: 'new@team.example' }).execute();
  const unlock = await server.post('/sapi/v1/unlockSignIn', { body: { token }, ...from(HOME) });
  expect(unlock.status).toBe(400);
});

test('setting a new password with an emailed link makes the owner’s network a known one', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  const team = await buildTeam(server.db);
  await fail(server, team.email, 'team');
  await server.post('/sapi/v1/forgotPassword', { body: { email: team.email, role: 'team' } });
  await expect.poll(() => server.mails.length).toBe(1);
  const token = /reset\?token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1];
  const body = { token, password: 'Quiet-harbour-77', re_password: 'Quiet-harbour-77' };
  expect((await server.post('/sapi/v1/resetPassword', { body, ...from(HOME) })).status).toBe(200);
  expect((await logIn(server, team.email, 'Quiet-harbour-77', HOME)).status).toBe(200);
});

test('without email an account rejects new networks for 15 minutes, then the count restarts', async () => {
  const server = await testServer({ variables: BEHIND_PROXY, mail: 'not set up' });
  const team = await buildTeam(server.db);
  await fail(server, team.email, 'team', false);
  const locked = await logIn(server, team.email, FACTORY_PASSWORD, HOME);
  expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900']);
  await passTime(server, 15 * 60_000);
  expect((await logIn(server, team.email, 'Wrong-one-123', HOME)).status).toBe(401);
  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(200);
});

test('the count of an account restarts a day after the first failure', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  const team = await buildTeam(server.db);
  await fail(server, team.email, 'team');
  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(429);
  await passTime(server, 24 * 3_600_000);
  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(200);
});

test('one network that tries many accounts is locked after 50 failures; accounts for which it is known can still sign in', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  const [team, stranger] = [await buildTeam(server.db), await buildTeam(server.db)];
  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(200);
  for (let number = 1; number < MAX_FAILURES; number += 1) {
    const attempt = { role: 'team', email: `user${number}@none.example`, address: HOME } as const;
    await countAttempt(
      new AccountsDb(server.db),
      getCountedSubjects(attempt, { isKnown: false, sendsEmail: true }),
    );
  }
  const guessOf = (email: string) => logIn(server, email, 'Wrong-one-123', HOME);
  expect((await guessOf('fiftieth@none.example')).status).toBe(401);
  expect((await guessOf('next@none.example')).status).toBe(429);
  const locked = await logIn(server, stranger.email, FACTORY_PASSWORD, HOME);
  expect([locked.status, locked.body]).toEqual([
    429,
    [{ msg: expect.stringContaining('from your network') }],
  ]);
  expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(200);
  expect((await logIn(server, stranger.email, FACTORY_PASSWORD, '198.51.100.8')).status).toBe(200);
});

test('addresses of one IPv6 /64 count as one, also for the limit of calls', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  const team = await buildTeam(server.db);
  const statuses: number[] = [];
  for (let number = 1; number <= 7; number += 1) {
    statuses.push((await logIn(server, team.email, 'Wrong-one-123', `2001:db8:1:2::${number}`)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await logIn(server, team.email, FACTORY_PASSWORD, '2001:db8:1:3::1')).status).toBe(200);

  const calls = new Set<number>();
  for (let number = 0; number < 310; number += 1) {
    const headers = from(`2001:db8:9:9::${number.toString(16)}`);
    calls.add((await server.post('/sapi/v1/login', { body: {}, ...headers })).status);
  }
  expect(calls).toEqual(new Set([400, 429]));
});

test('administrators and app users have the same limits, and each role has its own count', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  const team = await buildTeam(server.db, { email: 'same@work.example' });
  const user = await buildAppUser(server.db, team.id, { email: 'same@work.example' });
  const admin = await buildAdmin(server.db);
  await fail(server, user.email, 'app_user');
  expect((await logIn(server, user.email, FACTORY_PASSWORD, HOME, 'app_user')).status).toBe(429);
  expect((await logIn(server, team.email, FACTORY_PASSWORD, HOME)).status).toBe(200);
  await fail(server, admin.email, 'admin');
  expect((await logIn(server, admin.email, FACTORY_PASSWORD, HOME, 'admin')).status).toBe(429);
  await expect.poll(() => unlockLinks(server).map(({ to }) => to)).toEqual([user.email, admin.email]);
});

test('a rejected attempt is not counted, and a success removes its own attempt from the count', async () => {
  const server = await testServer({ variables: BEHIND_PROXY });
  const team = await buildTeam(server.db);
  const failures = async () =>
    (await server.db.selectFrom('sign_in_failure').select('failures').execute())
      .map((row) => row.failures)
      .toSorted((one, other) => one - other);
  for (let attempt = 0; attempt < 9; attempt += 1) await logIn(server, team.email, 'Wrong-one-123', HOME);
  expect(await failures()).toEqual([5, 5, 5]);
  expect((await logIn(server, team.email, FACTORY_PASSWORD, '203.0.7.1')).status).toBe(200);
  expect(await failures()).toEqual([0, 5, 5, 5]);
});

/** Moves every failure this many milliseconds into the past. */
async function passTime(server: TestServer, ms: number): Promise<void> {
  const rows = await server.db.selectFrom('sign_in_failure').selectAll().execute();
  const earlier = (at: string) => new Date(Date.parse(at) - ms - 1000).toISOString();
  for (const { subject, first_failed_at, last_failed_at, locked_until } of rows) {
    await server.db
      .updateTable('sign_in_failure')
      .set({
        first_failed_at: earlier(first_failed_at),
        last_failed_at: earlier(last_failed_at),
        locked_until: locked_until && earlier(locked_until),
      })
      .where('subject', '=', subject)
      .execute();
  }
}
