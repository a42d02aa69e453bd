import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { BOTH_CHANNELS, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { addMessages } from './outbox.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';

const NOW = new Date('2026-11-21T08:14:07.120Z');

test('stores a planned message unchanged, due immediately', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const message = plannedEmail();
  const id = await outbox.press([message], { now: NOW });
  expect(await outbox.rows()).toEqual([
    {
      id: 1,
      team_id: outbox.teamId,
      button_click_id: id,
      form_submission_id: null,
      button_id: 2,
      f_id: null,
      channel: 'email',
      role: 'team',
      address: message.address,
      held_for: null,
      text_id: 1,
      subject: message.subject,
      body: message.text,
      html: message.html,
      message_key: expect.stringMatching(/^[0-9a-f]{40}$/),
      note: null,
      incident_id: null,
      incident_run: null,
      responder_id: null,
      priority: 1,
      state: 'pending',
      reason: null,
      reason_code: null,
      reason_params: null,
      attempts: 0,
      fence: 0,
      next_attempt_at: NOW.toISOString(),
      lease_until: null,
      created_at: NOW.toISOString(),
      sent_at: null,
      provider_id: null,
      delivered_at: null,
      purged_at: null,
      resent_at: null,
      lane: 'team.example',
      purpose: null,
      wakeable_at: null,
    },
  ]);
});

test('emergencies have priority', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  await outbox.press([plannedEmail()], { emergency: true });
  await outbox.press([plannedEmail()]);
  expect((await outbox.rows()).map(({ priority }) => priority)).toEqual([0, 1]);
});

test('stores skipped messages with their reason, and stores messages without a channel as held', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  await outbox.press(
    [
      plannedEmail({ role: 'user', address: '', skipped: { code: 'no-address' } }),
      plannedEmail(),
      plannedEmail({ channel: 'sms', address: '+12025550143', subject: null, html: null }),
      plannedEmail({
        channel: 'sms',
        address: '+12025550144',
        subject: null,
        html: null,
        skipped: { code: 'no-text' },
      }),
    ],
    { channels: { ...NO_CHANNELS, email: true } },
  );
  const rows = await outbox.rows();
  expect(rows.map(({ state, reason, next_attempt_at }) => [state, reason, next_attempt_at !== null])).toEqual(
    [
      ['skipped', 'No email address is known for the user.', false],
      ['pending', null, true],
      ['held', 'SMS is not configured on this server.', false],
      ['skipped', 'The SMS to the safety team has no text.', false],
    ],
  );
});

test('stores one message for each submission, channel, role and address, even if it is added repeatedly', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const different = [
    plannedEmail(),
    plannedEmail({ role: 'user' }),
    plannedEmail({ address: 'other@team.example' }),
    plannedEmail({ channel: 'sms' }),
  ];
  const submissionId = await outbox.press(different, { now: NOW });
  const again = { teamId: outbox.teamId, kind: 'button', itemId: 2, submissionId, emergency: false } as const;
  await db
    .transaction()
    .execute((tx) => addMessages(tx, BOTH_CHANNELS, [{ ...again, messages: different }], NOW));
  await outbox.press(different, { now: NOW });
  const rows = await outbox.rows();
  expect(rows).toHaveLength(8);
  expect(new Set(rows.map(({ message_key }) => message_key)).size).toBe(8);
  const {
    id: _,
    subject: _subject,
    body: _body,
    html: _html,
    ...duplicate
  } = rows[0] ?? expect.fail('there is a row');
  await expect(db.insertInto('delivery').values(duplicate).execute()).rejects.toThrow(/unique/i);
});

test('stores any number of messages completely and in order', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  let expected: string[] = [];
  for (const count of [0, 1, 3, 4, 5, 16, 23, 101]) {
    const addresses = Array.from({ length: count }, (_, at) => `a${at}-of-${count}@team.example`);
    await outbox.press(addresses.map((address) => plannedEmail({ address })));
    expected = [...expected, ...addresses];
  }
  expect((await outbox.rows()).map(({ address }) => address)).toEqual(expected);
});

test('a rollback of the transaction removes its messages', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const submissionId = await outbox.press([]);
  const work = db.transaction().execute(async (tx) => {
    const press = {
      teamId: outbox.teamId,
      kind: 'button',
      itemId: 5,
      submissionId,
      emergency: true,
    } as const;
    await addMessages(tx, BOTH_CHANNELS, [{ ...press, messages: [plannedEmail()] }], NOW);
    throw new Error('the press was rejected');
  });
  await expect(work).rejects.toThrow('the press was rejected');
  expect(await outbox.rows()).toEqual([]);
});

test('stores a text for 20 recipients once, and deletes it with its last message', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const to = (address: string, overrides = {}) =>
    plannedEmail({ address, text: 'x'.repeat(1000), ...overrides });
  const addresses = Array.from({ length: 20 }, (_, index) => `a${index}@team.example`);
  await outbox.press([
    ...addresses.map((address) => to(address)),
    to('user@team.example', { role: 'user', subject: 'Yours' }),
  ]);
  await outbox.press([to('a0@team.example')]);
  expect(await db.selectFrom('message_text').select(['id', 'subject']).orderBy('id').execute()).toEqual([
    { id: 1, subject: plannedEmail().subject },
    { id: 2, subject: 'Yours' },
    { id: 3, subject: plannedEmail().subject },
  ]);
  expect((await outbox.rows()).map(({ text_id }) => text_id)).toEqual([...addresses.map(() => 1), 2, 3]);
  expect(new Set((await outbox.rows()).map(({ body }) => body))).toEqual(new Set(['x'.repeat(1000)]));
});
