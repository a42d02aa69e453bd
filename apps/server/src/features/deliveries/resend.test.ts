import { expect, test } from 'vitest';
import { timeText } from '@callpoint/alerts/templates/time-text';
import type { Delivery } from '@callpoint/contract/deliveries';
import { claim } from '../../delivery/queue/claim.ts';
import { plannedEmail } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';
import {
  SUBMITTED_AT,
  setMessageState,
  storeSubmission,
  teamWithUser,
} from '../../testing/rows/logged-messages.ts';

const BOTH = { ...NO_CHANNELS, email: true, sms: true };

test('resends a failed or held message once: it is due immediately and keeps its earlier attempts', async () => {
  let woken = 0;
  const server = await testServer({ channels: BOTH, wakeDelivery: () => (woken += 1) });
  const { team, user, token } = await teamWithUser(server);
  await storeSubmission(server, user, [plannedEmail(), plannedEmail({ role: 'user' })]);
  await setMessageState(server, 1, 'failed');
  await server.db
    .updateTable('delivery')
    .set({ attempts: 9, sent_at: SUBMITTED_AT.toISOString() })
    .where('id', '=', 1)
    .execute();
  const resend = (id: number) => server.post('/tapi/v1/resend/delivery', { token, body: { id } });
  const done = { ok: true, msg: 'The message is being sent again.' };
  expect((await resend(2)).body).toEqual(done);
  expect((await Promise.all([resend(1), resend(1)])).map(({ body }) => body)).toEqual([done, done]);
  expect((await resend(1)).body).toEqual(done);
  const rows = await server.db.selectFrom('delivery').selectAll().orderBy('id').execute();
  for (const { state, attempts, reason, sent_at, next_attempt_at, resent_at } of rows) {
    expect([state, attempts, reason, sent_at]).toEqual(['pending', 0, null, null]);
    expect(next_attempt_at).toBe(resent_at);
  }
  expect(woken).toBe(2);
  const audit = await server.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', 'delivery')
    .orderBy('id')
    .execute();
  expect(audit.map(({ action, subject_id, team_id }) => [action, subject_id, team_id])).toEqual([
    ['update', 2, team.id],
    ['update', 1, team.id],
  ]);
  expect(audit[1]?.changes).toContain('"state":{"old":"failed","new":"pending"}');
});

test('a resent message starts with when it is sent again and when the button was pressed, in the zone of the subscriber', async () => {
  const server = await testServer({ channels: BOTH });
  const { team, user, token } = await teamWithUser(server);
  const zone = 'America/Denver';
  const body = { id: team.id, data: { time_zone: zone } };
  expect((await server.post('/tapi/v1/update/team', { token, body })).status).toBe(200);
  const sms = plannedEmail({ channel: 'sms', address: '+12025550143', subject: null, html: null });
  await storeSubmission(server, user, [plannedEmail(), sms], { at: new Date('2026-09-20T15:15:00.000Z') });
  await storeSubmission(server, user, [plannedEmail()], { item: { kind: 'form', id: 3 }, at: SUBMITTED_AT });
  await server.db.updateTable('button_click').set({ pressed_at: '2026-09-20T15:10:00.000Z' }).execute();
  await server.db.updateTable('delivery').set({ state: 'failed' }).execute();
  const resend = (id: number) => server.post('/tapi/v1/resend/delivery', { token, body: { id } });
  const read = async () => {
    const { body: list } = await server.get('/tapi/v1/listPaged/delivery', {
      token,
      query: { order: 'asc' },
    });
    return list.items as { subject: string | null; body: string }[];
  };
  const [before] = await read();
  for (const id of [1, 2, 3]) expect((await resend(id)).status).toBe(200);
  const { resent_at } = await server.db
    .selectFrom('delivery')
    .select('resent_at')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const again = `Sent again on ${timeText(resent_at ?? '', zone)}`;
  const pressed = `${again}; pressed on Sep 20, 2026, 9:10 AM MDT`;
  const [email, text, form] = await read();
  expect(email).toMatchObject({
    subject: `${pressed}: ${before?.subject}`,
    body: `${pressed}\n\n${before?.body}`,
  });
  expect(text).toMatchObject({ subject: null, body: `${pressed}. ${before?.body}` });
  expect(form?.subject).toContain('; submitted on Nov 20, 2026, 3:00 AM MST: ');

  // A message that was held from the start was never sent before: it is late.
  await server.db
    .updateTable('delivery')
    .set({ state: 'held', held_for: 'channel', resent_at: null, note: null })
    .where('id', '=', 2)
    .execute();
  await resend(2);
  expect((await read())[1]?.body).toMatch(/^Sent late on .+; pressed on Sep 20, 2026, 9:10 AM MDT\. /);

  // Sending it once more replaces the line, and a claimed message is what the log shows.
  await server.db.updateTable('delivery').set({ state: 'failed' }).where('id', '=', 1).execute();
  await resend(1);
  const [twice] = await read();
  expect(twice?.body.split('Sent again on')).toHaveLength(2);
  const now = new Date();
  const claimed = await claim(
    server.db,
    'email',
    { all: 9, ordinary: 9 },
    now,
    new Date(now.getTime() + 1e6),
  );
  expect(claimed.find(({ id }) => id === 1)).toMatchObject({ subject: twice?.subject, body: twice?.body });
});

test.each([
  ['sent', 'It was already sent.'],
  ['skipped', 'It was skipped for the reason given, so it can’t be resent.'],
  ['pending', 'Callpoint is still retrying it automatically.'],
  ['sending', 'Callpoint is still retrying it automatically.'],
] as const)('a message in the state %s is not resent, and nothing changes', async (state, msg) => {
  const server = await testServer({ channels: BOTH });
  const { user, token } = await teamWithUser(server);
  await storeSubmission(server, user, [plannedEmail()]);
  await setMessageState(server, 1, state);
  const before = await server.db.selectFrom('delivery').selectAll().execute();
  const response = await server.post('/tapi/v1/resend/delivery', { token, body: { id: 1 } });
  expect([response.status, response.body.msg]).toEqual([409, msg]);
  expect(await server.db.selectFrom('delivery').selectAll().execute()).toEqual(before);
});

test('a message whose text was deleted because of its age is not resent', async () => {
  const server = await testServer({ channels: BOTH });
  const { user, token } = await teamWithUser(server);
  await storeSubmission(server, user, [plannedEmail()]);
  await setMessageState(server, 1, 'failed');
  await server.db
    .updateTable('delivery')
    .set({ text_id: null, purged_at: '2026-11-21T08:00:00.000Z' })
    .execute();
  const response = await server.post('/tapi/v1/resend/delivery', { token, body: { id: 1 } });
  expect([response.status, response.body.msg]).toEqual([
    409,
    'Its text was deleted because of its age, so it can’t be resent.',
  ]);
});

test('the log says which failed and held messages cannot be sent again, and why', async () => {
  const server = await testServer({ channels: { ...NO_CHANNELS, email: true } });
  const { user, token } = await teamWithUser(server);
  const sms = (address: string) => plannedEmail({ channel: 'sms', address, subject: null, html: null });
  const numbers = ['+12025550143', '+12025550144', '+12025550145'];
  const old = plannedEmail({ address: 'old@team.example' });
  await storeSubmission(server, user, [plannedEmail(), ...numbers.map(sms), old]);
  for (const [id, state] of [
    [1, 'failed'],
    [2, 'failed'],
    [4, 'sent'],
    [5, 'failed'],
  ] as const)
    await setMessageState(server, id, state);
  await server.db
    .updateTable('delivery')
    .set({ text_id: null, purged_at: '2026-11-21T08:00:00.000Z' })
    .where('id', '=', 5)
    .execute();
  const { body } = await server.get('/tapi/v1/listPaged/delivery', { token, query: { order: 'asc' } });
  expect(body.items.map((item: Delivery) => [item.state, item.not_resendable])).toEqual([
    ['failed', null],
    ['failed', 'SMS is not configured on this server.'],
    ['held', 'SMS is not configured on this server.'],
    ['sent', null],
    ['failed', 'Its text was deleted because of its age, so it can’t be resent.'],
  ]);
});

test('without a configured channel nothing is resent; another team’s message is not found', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const other = await teamWithUser(server);
  await storeSubmission(server, user, [plannedEmail()]);
  const own = await server.post('/tapi/v1/resend/delivery', { token, body: { id: 1 } });
  expect([own.status, own.body.msg]).toEqual([409, 'Email is not configured on this server.']);
  const foreign = await server.post('/tapi/v1/resend/delivery', { token: other.token, body: { id: 1 } });
  const unknown = await server.post('/tapi/v1/resend/delivery', { token: other.token, body: { id: 999 } });
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  const [row] = await server.db.selectFrom('delivery').select('state').execute();
  expect(row).toEqual({ state: 'held' });
});
