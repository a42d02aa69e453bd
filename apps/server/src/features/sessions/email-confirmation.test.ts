import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { externalAddresses, limitedTenant } from '../../testing/rows/limited-tenant.ts';
import { BOTH_CHANNELS } from '../../testing/outbox.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { readItemSettings } from '../../planning/item-settings.ts';

const PASSWORD = 'Quiet-harbour-77';
const SIGN_UP = {
  email: 'Tess@smith.example',
  account_name: 'Smith & Sons',
  first_name: 'Tess',
  last_name: 'O’Smith',
  phone: '+1 202 555 0143',
  password: PASSWORD,
  re_password: PASSWORD,
};

const tokenIn = (text: string | undefined) => /\/app\/confirm\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

function confirm(server: TestServer, token: string) {
  return server.post('/sapi/v1/confirmEmail', { body: { token } });
}

async function confirmedAt(server: TestServer, id: number) {
  const query = server.db.selectFrom('team').select('email_confirmed_at').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).email_confirmed_at;
}

test('a new subscriber is emailed a link that confirms its address once; the first steps show it', async () => {
  const server = await testServer();
  expect((await server.post('/sapi/v1/signup', { body: SIGN_UP })).status).toBe(200);
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({ to: SIGN_UP.email, subject: 'Confirm your email address for Callpoint' });
  for (const typed of [SIGN_UP.account_name, SIGN_UP.first_name, SIGN_UP.last_name])
    expect(`${mail?.subject}${mail?.text}`).not.toContain(typed);
  const token = await server.tokenOf('team', 1);
  const steps = async () => (await server.get('/tapi/v1/firstSteps', { token })).body.data.steps;
  const profile = async () => (await server.get('/tapi/v1/listPaged/team', { token })).body.items[0];
  expect([(await steps()).email_confirmed, (await profile()).email_confirmed]).toEqual([false, false]);
  expect(await confirm(server, tokenIn(mail?.text))).toMatchObject({
    status: 200,
    body: { ok: true, msg: 'Email address confirmed.' },
  });
  expect([(await steps()).email_confirmed, (await profile()).email_confirmed]).toEqual([true, true]);
  const again = await confirm(server, tokenIn(mail?.text));
  expect([again.status, again.body.msg]).toEqual([
    400,
    'This link was used, has expired, or is for another address. Request a new one on your profile.',
  ]);
  const lines = await server.db
    .selectFrom('audit')
    .select(['actor_role', 'actor_id', 'changes'])
    .where('action', '=', 'update')
    .execute();
  expect(
    lines.map(({ actor_role, actor_id, changes }) => [
      actor_role,
      actor_id,
      Object.keys(JSON.parse(changes ?? '')),
    ]),
  ).toEqual([['team', 1, ['email_confirmed_at']]]);
});

test('a first alert is sent before the address is confirmed', async () => {
  const server = await testServer({ channels: BOTH_CHANNELS });
  const { press, states } = await limitedTenant(server.db, { email_confirmed_at: null });
  await press(['own@team.example', 'office@team.example', 'gate@team.example']);
  expect(await states()).toBe('pending: 3');
});

test('confirming the address sends its held messages within the retry window, as far as the limit allows', async () => {
  let wakes = 0;
  const server = await testServer({ channels: BOTH_CHANNELS, wakeDelivery: () => void (wakes += 1) });
  await server.post('/sapi/v1/signup', { body: SIGN_UP });
  await expect.poll(() => server.mails.length).toBe(1);
  const { team, press, states, rows } = await limitedTenant(server.db, { email_confirmed_at: null });
  await press(externalAddresses(3), { now: new Date(Date.now() - 25 * 3_600_000) });
  await server.db.updateTable('delivery').set({ state: 'held', held_for: 'unconfirmed' }).execute();
  await press(externalAddresses(220, 100));
  const own = await server.get('/tapi/v1/sendingLimits', { token: await server.tokenOf('team', team.id) });
  expect(own.body.data.email).toMatchObject({ kind: 'recipients', used: 10, held: 210 });
  const mailed = await server.post('/tapi/v1/sendConfirmation', {
    token: await server.tokenOf('team', team.id),
    body: {},
  });
  expect([mailed.status, mailed.body.msg]).toEqual([200, 'Check your inbox.']);
  await expect.poll(() => server.mails.length).toBe(2);
  expect((await confirm(server, tokenIn(server.mails[1]?.text))).status).toBe(200);
  // 10 were sent before; the free plan allows 200 a day.
  expect(await states()).toBe('held limit: 20, held unconfirmed: 3, pending: 200');
  expect((await rows()).at(-1)?.reason).toContain('limit of 200 emails a day');
  expect(wakes).toBe(1);
});

test('a link confirms only the address that it was sent to', async () => {
  const server = await testServer();
  await server.post('/sapi/v1/signup', { body: SIGN_UP });
  await expect.poll(() => server.mails.length).toBe(1);
  await server.db.updateTable('team').set({ email: 'other@smith.example' }).execute();
  expect((await confirm(server, tokenIn(server.mails[0]?.text))).status).toBe(400);
  expect(await confirmedAt(server, 1)).toBeNull();
});

test('a link with another purpose, an expired one and an invalid one confirm nothing', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db, { email_confirmed_at: null });
  await server.post('/sapi/v1/forgotPassword', { body: { email: team.email, role: 'team' } });
  await expect.poll(() => server.mails.length).toBe(1);
  const reset = /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1] ?? '';
  await server.post('/tapi/v1/sendConfirmation', { token: await server.tokenOf('team', team.id), body: {} });
  await expect.poll(() => server.mails.length).toBe(2);
  const expired = tokenIn(server.mails[1]?.text);
  const at = new Date(Date.now() - 1).toISOString();
  await server.db
    .updateTable('account_link')
    .set({ expires_at: at })
    .where('purpose', '=', 'confirm')
    .execute();
  for (const token of [reset, expired, 'x'.repeat(43), 'x'.repeat(201), ''])
    expect((await confirm(server, token)).status).toBe(400);
  expect(await confirmedAt(server, team.id)).toBeNull();
});

test('a changed address is unconfirmed and is emailed a link; another case of the same address is not', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db, { email: 'tess@smith.example' });
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const change = (email: string) =>
    server.post('/api/v1/update/team', { token, body: { id: team.id, data: { email } } });
  expect((await change('Tess@Smith.example')).status).toBe(200);
  expect(await confirmedAt(server, team.id)).not.toBeNull();
  expect((await change('new@smith.example')).status).toBe(200);
  expect(await confirmedAt(server, team.id)).toBeNull();
  await expect.poll(() => server.mails.map(({ to }) => to)).toEqual(['new@smith.example']);
  expect((await confirm(server, tokenIn(server.mails[0]?.text))).status).toBe(200);
  expect(await confirmedAt(server, team.id)).not.toBeNull();
});

test('a confirmed account whose address an administrator changes keeps the sending limits of a confirmed one', async () => {
  const server = await testServer({ channels: BOTH_CHANNELS });
  const { team, press, states } = await limitedTenant(server.db);
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  for (const email of ['new@team.example', 'newer@team.example']) {
    const body = { id: team.id, data: { email } };
    expect((await server.post('/api/v1/update/team', { token, body })).status).toBe(200);
  }
  const read = { token: await server.tokenOf('team', team.id) };
  const limits = await server.get('/tapi/v1/sendingLimits', read);
  expect(limits.body.data).toMatchObject({ is_confirmed: true, email: { kind: 'messages', limit: 200 } });
  const profile = await server.get('/tapi/v1/listPaged/team', read);
  expect(profile.body.items[0]).toMatchObject({ email: 'newer@team.example', email_confirmed: false });
  await press(externalAddresses(18), { isEmergency: true });
  expect(await states()).toBe('pending: 18');
  // Nor are messages to its own addresses counted.
  const { account } = await readItemSettings(server.db, team.id, { kind: 'button', id: 5 });
  expect(account).toMatchObject({ email: 'newer@team.example', isConfirmed: true });
});

test('an account that was never confirmed has its limits also after an administrator has changed its address', async () => {
  const server = await testServer({ channels: BOTH_CHANNELS });
  const { team, press, states } = await limitedTenant(server.db, { email_confirmed_at: null });
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const body = { id: team.id, data: { email: 'new@team.example' } };
  expect((await server.post('/api/v1/update/team', { token, body })).status).toBe(200);
  await press(externalAddresses(18), { isEmergency: true });
  expect(await states()).toBe('held unconfirmed: 8, pending: 10');
});

test('at most three links an hour; none for a confirmed address; none without email', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db, { email_confirmed_at: null });
  const token = await server.tokenOf('team', team.id);
  const send = () => server.post('/tapi/v1/sendConfirmation', { token, body: {} });
  const responses = await Promise.all([1, 2, 3, 4, 5].map(send));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(2);
  const wait = Number(responses.find(({ status }) => status === 429)?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(3500);
  await server.db.updateTable('team').set({ email_confirmed_at: new Date().toISOString() }).execute();
  expect((await send()).status).toBe(409);
  const silent = await testServer({ mail: 'not set up' });
  const { id } = await buildTeam(silent.db, { email_confirmed_at: null });
  const none = await silent.post('/tapi/v1/sendConfirmation', {
    token: await silent.tokenOf('team', id),
    body: {},
  });
  expect([none.status, none.body.msg]).toEqual([
    503,
    'This server can’t send email yet, so it can’t send a link. Ask the administrator of this server to configure email.',
  ]);
});

test('SIGN_UP=closed rejects every sign-up, and the console’s page has the setting', async () => {
  const server = await testServer({ variables: { SIGN_UP: 'closed' } });
  for (const body of [SIGN_UP, { email: 'not an address' }]) {
    const response = await server.post('/sapi/v1/signup', { body });
    expect([response.status, response.body]).toEqual([
      403,
      [{ msg: 'Sign-up is closed. Ask the administrator of this server for an account.' }],
    ]);
  }
  expect(await server.db.selectFrom('team').select('id').execute()).toEqual([]);
  const page = await server.get('/app/register');
  if (page.status === 200) expect(page.body).toContain('"signUp":"closed"');
});
