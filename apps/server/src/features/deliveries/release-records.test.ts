import { expect, test } from 'vitest';
import { buildAdmin } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { externalAddresses, limitedTenant } from '../../testing/rows/limited-tenant.ts';
import { BOTH_CHANNELS, plannedEmail } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';

/** Held messages are released from the lists of records. */

const MISSING = 2_000_000_000;
const NO_RECORD = 'The record does not exist.';
const NONE_HELD = 'None of its messages is held.';

/** A subscriber that may send `limit` emails to external recipients today. */
async function world(limit: number, channels = BOTH_CHANNELS) {
  let wakes = 0;
  const server = await testServer({ channels, wakeDelivery: () => void (wakes += 1) });
  const sending = await limitedTenant(server.db, { daily_email_limit: limit });
  const team = await server.tokenOf('team', sending.team.id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const release = (ids: unknown, token = team, table = 'button_click') =>
    server.post(`/api/v1/bulkRelease/${table}`, { token, body: { ids } });
  const raise = (daily_email_limit: number) =>
    server.db.updateTable('team').set({ daily_email_limit }).where('id', '=', sending.team.id).execute();
  return {
    server,
    ...sending,
    teamId: sending.team.id,
    tokens: { team, admin },
    release,
    raise,
    wakes: () => wakes,
  };
}

test('releases what the list counts: no message of a later step, and none whose text was deleted', async () => {
  const { server, release, raise, press, rows } = await world(0);
  const record = await press(externalAddresses(3));
  const [first, later, purged] = (await rows()).map(({ id }) => id);
  const change = (id: number | undefined) => server.db.updateTable('delivery').where('id', '=', id ?? 0);
  await change(later).set({ purpose: 'escalation' }).execute();
  await change(purged).set({ purged_at: '2026-11-21T08:00:00.000Z', text_id: null }).execute();
  await raise(5);
  expect((await release([record])).body).toMatchObject({
    data: { done: [record], failed: [], released: 1 },
  });
  const held = (await rows()).filter(({ resent_at }) => resent_at === null).map(({ id }) => id);
  expect(held).toEqual([later, purged]);
  expect(first).toBeDefined();
});

test('releases the held messages of records as far as the limits allow, and names what stays held', async () => {
  const { server, release, raise, press, states, rows, wakes, tokens } = await world(1);
  const [sent, first, second] = [
    await press(externalAddresses(1)),
    await press(externalAddresses(2, 10)),
    await press(externalAddresses(2, 20)),
  ];
  const other = await limitedTenant(server.db, { daily_email_limit: 0, email: 'other@team.example' });
  const foreign = await other.press(externalAddresses(1, 30));
  expect(await states()).toBe('held limit: 4, pending: 1');
  const before = wakes();

  await raise(4);
  const { status, body } = await release([first, sent, MISSING, foreign, second, first]);
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      msg: '3 messages released, 4 failed.',
      data: {
        done: [first],
        failed: [
          { id: sent, msg: NONE_HELD },
          { id: MISSING, msg: NO_RECORD },
          { id: foreign, msg: NO_RECORD },
          { id: second, msg: expect.stringMatching(/limit/) },
        ],
        released: 3,
      },
    },
  ]);
  expect(await states()).toBe('held limit: 1, pending: 4');
  expect([await other.states(), wakes() > before]).toEqual(['held limit: 1', true]);
  const released = (await rows()).filter(({ resent_at }) => resent_at !== null);
  expect(released.map(({ address }) => address)).toEqual([
    ...externalAddresses(2, 10),
    ...externalAddresses(1, 20),
  ]);
  const audit = await server.db
    .selectFrom('audit')
    .select(['subject_id', 'actor_role'])
    .where('subject', '=', 'delivery')
    .where('action', '=', 'update')
    .orderBy('id')
    .execute();
  expect(audit).toEqual(released.map(({ id }) => ({ subject_id: id, actor_role: 'team' })));

  // No limit holds an administrator's release, and it reaches each subscriber.
  expect((await release([second, foreign], tokens.admin)).body).toMatchObject({
    msg: '2 messages released.',
    data: { done: [second, foreign], failed: [], released: 2 },
  });
  expect([await states(), await other.states()]).toEqual(['pending: 5', 'pending: 1']);
});

test('releases the messages of forms, and of concurrent calls one releases each', async () => {
  const { server, user, release, states } = await world(200);
  const messages = [plannedEmail(), plannedEmail({ channel: 'sms', address: '+12025550161', subject: null })];
  const form = buildSubmission(user, { item: { kind: 'form', id: 3 }, messages });
  const [stored] = await storeSubmissions(server.db, [form]);
  const id = stored?.id ?? 0;
  await server.db.updateTable('delivery').set({ state: 'held', resent_at: null }).execute();
  // A press with the same id is not meant.
  expect((await release([id])).body.data.failed).toEqual([{ id, msg: NO_RECORD }]);
  const both = await Promise.all([1, 2].map(() => release([id], undefined, 'form_submission')));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await states()).toBe('pending: 2');
  expect((await release([id], undefined, 'form_submission')).body.data.failed).toEqual([
    { id, msg: NONE_HELD },
  ]);
});

test('a record’s messages of other channels are released, and it fails only if none can be', async () => {
  const { server, user, tokens } = await world(200, { ...BOTH_CHANNELS, sms: false });
  const email = plannedEmail();
  const sms = plannedEmail({ channel: 'sms', address: '+12025550161', subject: null });
  const stored = await storeSubmissions(server.db, [
    buildSubmission(user, { messages: [email, sms] }),
    buildSubmission(user, { messages: [sms] }),
  ]);
  const ids = stored.map(({ id }) => id);
  await server.db.updateTable('delivery').set({ state: 'held', resent_at: null }).execute();
  const { body } = await server.post('/api/v1/bulkRelease/button_click', {
    token: tokens.team,
    body: { ids },
  });
  expect(body.data).toEqual({
    done: [ids[0]],
    failed: [{ id: ids[1], msg: 'SMS is not configured on this server.' }],
    released: 1,
  });
});

test('one call releases a limited number of messages; the records after them can be released again', async () => {
  const { press, release, tokens } = await world(0);
  const records: number[] = [];
  for (let index = 0; index < 9; index += 1) records.push(await press(externalAddresses(60, index * 60)));
  const { body } = await release(records, tokens.admin);
  expect(body).toMatchObject({ msg: '480 messages released, 1 failed.', data: { released: 480 } });
  expect(body.data.failed).toEqual([
    { id: records[8], msg: expect.stringContaining('Release this record again.') },
  ]);
  expect((await release(records.slice(8), tokens.admin)).body.msg).toBe('60 messages released.');
});

test('rejects no records, too many, invalid ids and app users, and releases nothing', async () => {
  const { server, user, press, release, states } = await world(0);
  const id = await press(externalAddresses(1));
  for (const ids of [[], Array.from({ length: 101 }, (_, index) => index + 1), [id, 'x'], 'all', null]) {
    for (const table of ['button_click', 'form_submission']) {
      const { status, body } = await release(ids, undefined, table);
      expect([status, body.errors[0].field.split('.')[0]]).toEqual([400, 'ids']);
    }
  }
  const phone = await server.tokenOf('app_user', user.id);
  expect((await release([id], phone)).status).toBe(403);
  expect((await release([id])).body.data.failed[0].msg).toMatch(/limit/);
  expect(await states()).toBe('held limit: 1');
});
