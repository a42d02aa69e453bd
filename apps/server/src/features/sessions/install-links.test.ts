import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../../factories/accounts.ts';
import { BEHIND_PROXY, from, NO_QUOTAS, testServer } from '../../testing/server.ts';

const HOURS = 3_600_000;
const ENDED = 'This link was used, has expired or was replaced. Ask your safety team for a new one.';

async function managed(options: Parameters<typeof testServer>[0] = {}) {
  const server = await testServer({ variables: { PUBLIC_URL: 'https://alerts.example' }, ...options });
  const team = await buildTeam(server.db, { account_name: 'Smith & Sons' });
  const user = await buildAppUser(server.db, team.id, { name: 'Ann Lee', email: 'ann@work.example' });
  const token = await server.tokenOf('team', team.id);
  const boss = (path: string, body: object) => server.post(`/tapi/v1${path}`, { token, body });
  const create = (id = user.id) => boss('/installLink/app_user', { id });
  const createCode = async () => codeOf((await create()).body.data.link);
  const install = (code: string, sent = {}) => server.post('/mapi/v1/install', { body: { code }, ...sent });
  return { server, team, user, token, boss, create, createCode, install };
}

function codeOf(link: string): string {
  return /#\/install\/([\w-]{43})$/.exec(link)?.[1] ?? '';
}

/** What a phone gets for a link that no longer works. */
const REJECTED = [401, 'install_link_ended', ENDED];
const resultOf = ({ status, body }: { status: number; body: { code?: string; msg?: string } }) => [
  status,
  body.code,
  body.msg,
];

test('a link signs in once with the response of a sign-in, and is stored only as a hash', async () => {
  const { server, team, user, create, install } = await managed();
  const created = await create();
  expect(created.body).toEqual({
    ok: true,
    msg: 'Link created.',
    data: {
      link: expect.stringMatching(/^https:\/\/alerts\.example\/phone\/#\/install\/[\w-]{43}$/),
      expires_at: expect.any(String),
      emailed_to: 'ann@work.example',
    },
  });
  expect(created.headers.get('cache-control')).toBe('no-store');
  const hours = (Date.parse(created.body.data.expires_at) - Date.now()) / HOURS;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  const code = codeOf(created.body.data.link);
  expect(JSON.stringify(await server.db.selectFrom('account_link').selectAll().execute())).not.toContain(
    code,
  );

  const first = await install(code);
  const login = { body: { email: user.email, password: FACTORY_PASSWORD } };
  const withPassword = (await server.post('/mapi/v1/login', login)).body;
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(first.body).toEqual({ ...withPassword, data: { ...withPassword.data, token: expect.any(String) } });
  const dashboard = await server.get('/mapi/v1/dashboard', { token: first.body.data.token });
  expect(dashboard.body.data.account_name).toBe('Smith & Sons');
  expect(resultOf(await install(code))).toEqual(REJECTED);
  const entries = await server.db
    .selectFrom('audit')
    .select(['actor_role', 'actor_id', 'action', 'outcome', 'subject_id', 'team_id', 'detail'])
    .where('subject', '=', 'app_user')
    .where('detail', 'in', ['created an install link', 'with an install link', 'answered 401'])
    .orderBy('id')
    .execute();
  const about = { subject_id: user.id, team_id: team.id };
  expect(entries).toEqual([
    {
      ...about,
      actor_role: 'team',
      actor_id: team.id,
      action: 'update',
      outcome: 'done',
      detail: 'created an install link',
    },
    {
      ...about,
      actor_role: 'app_user',
      actor_id: user.id,
      action: 'sign in',
      outcome: 'done',
      detail: 'with an install link',
    },
    {
      ...about,
      actor_role: 'nobody',
      actor_id: user.id,
      action: 'sign in',
      outcome: 'refused',
      detail: 'answered 401',
    },
  ]);
});

test('two phones that open a link at the same time: one signs in', async () => {
  const { server, createCode, install } = await managed();
  const code = await createCode();
  const results = await Promise.all([1, 2, 3, 4].map(() => install(code)));
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  const sessions = await server.db
    .selectFrom('session')
    .select('id')
    .where('role', '=', 'app_user')
    .execute();
  expect(sessions).toHaveLength(1);
});

test('a new link ends the previous one, also if both are created at the same time', async () => {
  const { create, createCode, install } = await managed();
  const first = await createCode();
  const second = await createCode();
  expect(resultOf(await install(first))).toEqual(REJECTED);
  const both = await Promise.all([create(), create()]);
  expect(resultOf(await install(second))).toEqual(REJECTED);
  const codes = both.map(({ body }) => codeOf(body.data.link));
  const statuses = [];
  for (const code of codes) statuses.push((await install(code)).status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test.each<[string, (boss: Awaited<ReturnType<typeof managed>>['boss'], id: number) => Promise<unknown>]>([
  ['another password', (boss, id) => boss('/update/app_user', { id, data: { password: 'Another-lamp-77' } })],
  [
    'another email address',
    (boss, id) => boss('/update/app_user', { id, data: { email: 'new@work.example' } }),
  ],
  ['“log out this phone”', (boss, id) => boss('/endSessions/app_user', { id })],
  [
    'a block, also after the user is unblocked',
    async (boss, id) => {
      await boss('/update/app_user', { id, data: { status: 0 } });
      await boss('/update/app_user', { id, data: { status: 1 } });
    },
  ],
])('a link ends with %s', async (_, change) => {
  const { user, boss, createCode, install } = await managed();
  const code = await createCode();
  await change(boss, user.id);
  expect(resultOf(await install(code))).toEqual(REJECTED);
});

test('a link ends after a day, and with a password that the person changes', async () => {
  const { server, user, createCode, install } = await managed();
  const expired = await createCode();
  await server.db.updateTable('account_link').set({ expires_at: new Date().toISOString() }).execute();
  expect(resultOf(await install(expired))).toEqual(REJECTED);
  const code = await createCode();
  const changed = await server.post('/mapi/v1/changePassword', {
    token: await server.tokenOf('app_user', user.id),
    body: { current_password: FACTORY_PASSWORD, password: 'Another-lamp-77' },
  });
  expect(changed.status).toBe(200);
  expect(resultOf(await install(code))).toEqual(REJECTED);
});

test('a blocked user and a user of a blocked subscriber see why, and stay signed out', async () => {
  const { server, team, user, boss, createCode, install } = await managed();
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const code = await createCode();
  const setTeam = (status: number) =>
    server.post('/api/v1/update/team', { token: admin, body: { id: team.id, data: { status } } });
  await setTeam(0);
  const ofTeam = await install(code);
  expect(resultOf(ofTeam)).toEqual([403, 'account_blocked', expect.stringContaining('Your organization')]);
  await setTeam(1);
  expect(resultOf(await install(code))).toEqual(REJECTED);
  const second = codeOf(
    (await server.post('/api/v1/installLink/app_user', { token: admin, body: { id: user.id } })).body.data
      .link,
  );
  await server.post('/api/v1/update/app_user', { token: admin, body: { id: user.id, data: { status: 0 } } });
  expect(resultOf(await install(second))).toEqual([
    403,
    'account_blocked',
    expect.stringContaining('Your account'),
  ]);
  expect(await server.db.selectFrom('session').select('id').where('role', '=', 'app_user').execute()).toEqual(
    [],
  );
  // The subscriber was signed out by its block.
  expect((await boss('/installLink/app_user', { id: user.id })).status).toBe(401);
});

test('a deleted user cannot sign in with a link, also after being restored', async () => {
  const { server, user, token, boss, createCode, install } = await managed();
  const code = await createCode();
  await boss('/delete/app_user', { id: user.id });
  expect((await install(code)).status).toBe(403);
  const deleted = await server.get('/tapi/v1/listPaged/deleted', { token, query: { page: 1, per_page: 10 } });
  expect((await boss('/restore/deleted', { id: deleted.body.items[0].id })).status).toBe(200);
  expect(resultOf(await install(code))).toEqual(REJECTED);
});

test('rejects unknown, foreign and blocked users, callers without recent authentication, and creates nothing', async () => {
  const { server, user, team, boss, create } = await managed();
  const other = await buildAppUser(server.db, (await buildTeam(server.db)).id);
  for (const id of [999_999, other.id]) expect((await create(id)).status).toBe(404);
  const old = await server.olderTokenOf('team', team.id);
  const stale = await server.post('/tapi/v1/installLink/app_user', { token: old, body: { id: user.id } });
  expect([stale.status, stale.body.code]).toEqual([403, 'recent_authentication']);
  await boss('/update/app_user', { id: user.id, data: { status: 0 } });
  const blocked = await create();
  expect([blocked.status, blocked.body.msg]).toEqual([409, 'This user is blocked. Unblock the user first.']);
  const phone = await server.tokenOf('app_user', other.id);
  const ofPhone = await server.post('/tapi/v1/installLink/app_user', {
    token: phone,
    body: { id: other.id },
  });
  expect(ofPhone.status).toBe(403);
  expect(await server.db.selectFrom('account_link').select('id').execute()).toEqual([]);
  expect(server.mails).toEqual([]);
});

test('the app user is told by email, without the link', async () => {
  const { server, create } = await managed();
  const { link } = (await create()).body.data;
  await expect.poll(() => server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({
    to: 'ann@work.example',
    subject: 'A link to log in on your phone was created',
    text: expect.stringContaining('Smith & Sons created a link for you'),
  });
  expect(JSON.stringify(mail)).not.toContain(codeOf(link));
});

test('a server without email creates links, and says that nobody was told', async () => {
  const { createCode, create, install } = await managed({ mail: 'not set up' });
  expect((await create()).body.data.emailed_to).toBeNull();
  expect((await install(await createCode())).status).toBe(200);
});

test('an app user gets at most five links an hour, even if they are requested at the same time', async () => {
  const { server, create, install } = await managed();
  const results = await Promise.all(Array.from({ length: 8 }, () => create()));
  const rejected = results.filter(({ status }) => status === 429);
  expect(rejected).toHaveLength(3);
  expect(rejected[0]?.body.msg).toBe('5 links were created for this user within an hour. Try again later.');
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(3500);
  await expect.poll(() => server.mails).toHaveLength(5);
  const codes = results.flatMap(({ body }) => (body.data ? [codeOf(body.data.link)] : []));
  const statuses = await Promise.all(codes.map(async (code) => (await install(code)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('guesses are limited for each network, separately from sign-ins with a password', async () => {
  const { server, user, createCode, install } = await managed({ variables: BEHIND_PROXY, quotas: NO_QUOTAS });
  const [near, far] = [from('203.0.113.7'), from('198.51.100.7')];
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => install(`guess-${index}`, near)),
  );
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(50);
  const code = await createCode();
  const locked = await install(code, near);
  expect([locked.status, Number(locked.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const login = { body: { email: user.email, password: FACTORY_PASSWORD }, ...near };
  expect((await server.post('/mapi/v1/login', login)).status).toBe(200);
  expect((await install(code, far)).status).toBe(200);
});

test('the token of another kind of link is no install link', async () => {
  const { server, team, install } = await managed();
  await server.post('/sapi/v1/forgotPassword', { body: { email: team.email, role: 'team' } });
  await expect.poll(() => server.mails).toHaveLength(1);
  const reset = /\/reset\?token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1] ?? '';
  expect(resultOf(await install(reset))).toEqual(REJECTED);
  expect((await install('')).body.errors).toEqual([{ msg: 'Code is required.', field: 'code' }]);
  const password = { token: reset, password: 'Another-lamp-77', re_password: 'Another-lamp-77' };
  expect((await server.post('/sapi/v1/resetPassword', { body: password })).status).toBe(200);
});
