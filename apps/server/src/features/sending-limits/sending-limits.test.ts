import { expect, test } from 'vitest';
import { buildAdmin } from '../../factories/accounts.ts';
import { BOTH_CHANNELS } from '../../testing/outbox.ts';
import { externalAddresses, limitedTenant } from '../../testing/rows/limited-tenant.ts';
import { testServer } from '../../testing/server.ts';
import { HOUR } from '../../scheduling/durations.ts';

async function limited(overrides: Parameters<typeof limitedTenant>[1] = {}) {
  let wakes = 0;
  const server = await testServer({ channels: BOTH_CHANNELS, wakeDelivery: () => void (wakes += 1) });
  const { db } = server;
  const sending = await limitedTenant(db, overrides);
  const { id } = sending.team;
  const admin = await server.tokenOf('admin', (await buildAdmin(db)).id);
  const team = await server.tokenOf('team', id);
  const limits = async () => (await server.get('/tapi/v1/sendingLimits', { token: team })).body.data;
  const raise = (data: unknown, team_id = id) =>
    server.post('/api/v1/update/sendingLimits', { token: admin, body: { team_id, data } });
  const release = () => server.post('/api/v1/release/delivery', { token: admin, body: { team_id: id } });
  const resend = (token: string, message: number) =>
    server.post(`/${token === admin ? 'api' : 'tapi'}/v1/resend/delivery`, { token, body: { id: message } });
  return {
    server,
    db,
    ...sending,
    tokens: { admin, team },
    limits,
    raise,
    release,
    resend,
    wakes: () => wakes,
  };
}

test('a subscriber reads what it may send today; an administrator names the subscriber', async () => {
  const { server, team, tokens, limits, press } = await limited({ daily_sms_limit: 7 });
  await press(externalAddresses(3));
  expect(await limits()).toEqual({
    is_confirmed: true,
    email: { kind: 'messages', limit: 200, own_limit: null, used: 3, held: 0 },
    sms: { kind: 'messages', limit: 7, own_limit: 7, used: 0, held: 0 },
    voice: { kind: 'messages', limit: 20, own_limit: null, used: 0, held: 0 },
    push: { kind: 'messages', limit: 5000, own_limit: null, used: 0, held: 0 },
    day_ends_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
  });
  const read = (query: Record<string, number>) =>
    server.get('/api/v1/sendingLimits', { token: tokens.admin, query });
  expect((await read({ team_id: team.id })).body.data.email.used).toBe(3);
  expect((await read({})).status).toBe(400);
  expect((await read({ team_id: 999 })).status).toBe(404);
});

test('an unconfirmed account reads how many different recipients it may reach', async () => {
  const { press, limits } = await limited({ email_confirmed_at: null });
  await press(externalAddresses(12));
  expect(await limits()).toMatchObject({
    is_confirmed: false,
    email: { kind: 'recipients', limit: 10, used: 10, held: 2 },
    sms: { kind: 'recipients', limit: 10, used: 0, held: 0 },
  });
});

test('raising the limit sends held messages as far as it allows, emergencies first, and is audited', async () => {
  const { db, press, states, limits, raise, rows, wakes } = await limited({ daily_email_limit: 1 });
  await press(externalAddresses(4));
  await press(externalAddresses(1, 10), { isEmergency: true });
  const before = wakes();
  expect((await raise({ daily_email_limit: 3, daily_sms_limit: 9 })).body).toEqual({
    ok: true,
    msg: 'Updated Successfully.',
  });
  expect(await states()).toBe('held limit: 2, pending: 3');
  expect((await rows()).at(-1)).toMatchObject({ state: 'pending', reason: null, resent_at: null });
  expect(wakes()).toBe(before + 1);
  expect(await limits()).toMatchObject({
    email: { limit: 3, own_limit: 3, used: 3, held: 2 },
    sms: { limit: 9, own_limit: 9 },
  });
  const [line] = await db
    .selectFrom('audit')
    .select(['actor_role', 'changes'])
    .where('action', '=', 'update')
    .where('subject', '=', 'team')
    .execute();
  expect(JSON.parse(line?.changes ?? '{}')).toMatchObject({ daily_email_limit: { old: 1, new: 3 } });
  expect(line?.actor_role).toBe('admin');
  // Null restores the limit of the plan.
  expect((await raise({ daily_email_limit: null, daily_sms_limit: null })).status).toBe(200);
  expect(await states()).toBe('pending: 5');
});

test.each([
  [{ daily_email_limit: -1, daily_sms_limit: null }, 'data.daily_email_limit'],
  [{ daily_email_limit: 1.5, daily_sms_limit: null }, 'data.daily_email_limit'],
  [{ daily_email_limit: 1_000_001, daily_sms_limit: null }, 'data.daily_email_limit'],
  [{ daily_email_limit: '5', daily_sms_limit: null }, 'data.daily_email_limit'],
  [{ daily_email_limit: 5 }, 'data.daily_sms_limit'],
])('a limit of %o is rejected and changes nothing', async (data, field) => {
  const { raise, limits } = await limited();
  const { status, body } = await raise(data);
  expect([status, body.errors[0].field]).toEqual([400, field]);
  expect((await limits()).email.own_limit).toBeNull();
  expect((await raise({ daily_email_limit: 5, daily_sms_limit: 5 }, 999)).status).toBe(404);
});

test('a subscriber can neither raise its limit nor release its messages', async () => {
  const { server, team, tokens, press, states } = await limited({ daily_email_limit: 0 });
  await press(externalAddresses(1));
  for (const [path, data] of [
    ['update/sendingLimits', { data: { daily_email_limit: 9, daily_sms_limit: 9 } }],
    ['release/delivery', {}],
  ] as const) {
    const body = { team_id: team.id, ...data };
    expect((await server.post(`/api/v1/${path}`, { token: tokens.team, body })).status).toBe(403);
    expect((await server.post(`/tapi/v1/${path}`, { token: tokens.team, body })).status).toBe(404);
  }
  expect(await states()).toBe('held limit: 1');
});

test('an administrator releases all held messages within their retry window in one action', async () => {
  const { press, states, limits, release, rows, db } = await limited({
    daily_email_limit: 0,
    daily_sms_limit: 0,
  });
  const now = Date.now();
  await press(externalAddresses(300), { now: new Date(now - 23 * HOUR) });
  await press(externalAddresses(2), { now: new Date(now - 25 * HOUR) });
  await press(['+12025550201'], { channel: 'sms', now: new Date(now - 3 * HOUR) });
  await press(['+12025550202'], { channel: 'sms', now: new Date(now - 5 * HOUR) });
  expect((await limits()).email.held + (await limits()).sms.held).toBe(301);
  expect((await release()).body).toEqual({
    ok: true,
    msg: '301 messages released.',
    data: { released: 301 },
  });
  expect(await states()).toBe('held limit: 3, pending: 301');
  // The retry window ends at its original time.
  expect((await rows())[0]).toMatchObject({
    state: 'pending',
    resent_at: null,
    held_for: null,
    reason: null,
  });
  // A message that is sent hours after the press states so.
  const late = /^Sent late on \w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC; pressed on \w{3} \d+, \d{4}, /;
  const sent = (await rows()).filter(({ state }) => state === 'pending');
  expect(sent).toHaveLength(301);
  for (const { note } of sent) expect(note).toMatch(late);
  expect((await release()).body.data).toEqual({ released: 0 });
  const lines = await db.selectFrom('audit').select('detail').where('subject', '=', 'delivery').execute();
  expect(lines.map(({ detail }) => detail)).toEqual(['Messages released: 301', 'Messages released: 0']);
});

test('messages without a channel are not released', async () => {
  const { db, team, press, release, states } = await limited({ daily_email_limit: 0 });
  await press(externalAddresses(1));
  await db.updateTable('delivery').set({ held_for: 'channel' }).where('team_id', '=', team.id).execute();
  expect((await release()).body.data).toEqual({ released: 0 });
  expect(await states()).toBe('held channel: 1');
});

test('a subscriber resends a held message only if its limit allows; an administrator always', async () => {
  const { db, team, press, rows, resend, tokens, limits } = await limited({ daily_email_limit: 1 });
  await press(externalAddresses(3));
  const [, second, third] = (await rows()).map(({ id }) => id);
  const rejected = await resend(tokens.team, second ?? 0);
  expect([rejected.status, rejected.body.msg]).toEqual([
    409,
    'This account has reached its limit of 1 email a day to external recipients. An administrator can raise the limit or release this message.',
  ]);
  expect((await rows())[1]).toMatchObject({ state: 'held', held_for: 'limit' });
  expect((await resend(tokens.admin, second ?? 0)).status).toBe(200);
  expect((await rows())[1]).toMatchObject({ state: 'pending', held_for: null });
  await db.updateTable('team').set({ daily_email_limit: 3 }).where('id', '=', team.id).execute();
  const responses = await Promise.all([1, 2].map(() => resend(tokens.team, third ?? 0)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await limits()).toMatchObject({ email: { limit: 3, used: 3, held: 0 } });
});

test('administrators see which subscribers have held messages', async () => {
  const { server, team, tokens, press, release } = await limited({
    daily_email_limit: 0,
    account_name: 'Orchard',
  });
  const shown = async () =>
    (await server.get('/api/v1/overview', { token: tokens.admin, query: { zone: 'UTC' } })).body.data.limited;
  expect(await shown()).toEqual([]);
  await press(externalAddresses(2));
  expect(await shown()).toEqual([{ team_id: team.id, account_name: 'Orchard', held: 2 }]);
  await release();
  expect(await shown()).toEqual([]);
});

test('the reachability check shows the limit as soon as the next press would be held', async () => {
  const { server, db, team, tokens, press, sendAll } = await limited({ daily_email_limit: 2 });
  await db
    .updateTable('settings')
    .set({ setting_value: externalAddresses(2).join(', ') })
    .where('team_id', '=', team.id)
    .where('setting_key', 'like', 'mail_to_admin_emails_%')
    .execute();
  await db
    .updateTable('settings')
    .set({ setting_value: '+12025550100' })
    .where('team_id', '=', team.id)
    .where('setting_key', 'like', 'sms_to_admin_number_%')
    .execute();
  const check = async (kind: string, id: number) => {
    const { body } = await server.get('/tapi/v1/reachability', { token: tokens.team });
    const item = body.data.items.find(
      (one: { kind: string; id: number }) => one.kind === kind && one.id === id,
    );
    const limit = item.reasons.find((reason: { kind: string }) => reason.kind === 'limited');
    return [item.level, limit?.text];
  };
  expect(await check('button', 2)).toEqual(['green', undefined]);
  await press(externalAddresses(1));
  const text =
    'This account has reached its limit of 2 emails a day to external recipients. Further messages are held.';
  expect(await check('button', 2)).toEqual(['amber', text]);
  await press(externalAddresses(1, 1));
  expect(await check('button', 2)).toEqual(['amber', text]);
  // A form sends no SMS: no one is left.
  expect(await check('form', 3)).toEqual(['red', text]);
  // Emergencies to recipients who were reached are not held.
  expect(await check('button', 5)).toEqual(['amber', text]);
  await sendAll();
  expect(await check('button', 5)).toEqual(['green', undefined]);
});
