import { expect, test } from 'vitest';
import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import type { SkipReason } from '@callpoint/alerts/plan/skip-reasons';
import type { Delivery } from '@callpoint/contract/deliveries';
import { buildAdmin } from '../../factories/accounts.ts';
import { plannedEmail } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';
import {
  SUBMITTED_AT,
  setMessageState,
  storeSubmission,
  teamWithUser,
} from '../../testing/rows/logged-messages.ts';

test('the log shows a message completely, with its attempts in order', async () => {
  const server = await testServer();
  const { team, user, token } = await teamWithUser(server);
  const press = await storeSubmission(server, user, [plannedEmail()]);
  await setMessageState(server, 1, 'failed');
  const attempts = [
    { at: '2026-11-20T10:00:00.007Z', ms: 41, outcome: 'temporary', detail: 'busy', fault: 'mail-busy' },
    {
      at: '2026-11-20T10:00:05.100Z',
      ms: 38,
      outcome: 'permanent',
      detail: '550 no',
      fault: 'mailbox-unknown',
    },
  ];
  for (const attempt of attempts) {
    await server.db
      .insertInto('delivery_attempt')
      .values({ delivery_id: 1, ...attempt })
      .execute();
  }
  const list = await server.get('/tapi/v1/listPaged/delivery', { token });
  const message = plannedEmail();
  expect(list.body).toEqual({
    ok: true,
    items: [
      {
        id: 1,
        team_id: team.id,
        purpose: null,
        button_click_id: press,
        form_submission_id: null,
        button_id: 5,
        f_id: null,
        channel: 'email',
        role: 'team',
        address: message.address,
        state: 'failed',
        reason: 'Email is not configured on this server.',
        subject: message.subject,
        body: message.text,
        created_at: SUBMITTED_AT.toISOString(),
        sent_at: null,
        delivered_at: null,
        purged_at: null,
        next_attempt_at: null,
        not_resendable: 'Email is not configured on this server.',
        reason_fault: null,
        given_up_after: null,
        // Rows that were stored before faults had codes: the sentence is shown unchanged.
        attempts: attempts.map((attempt) => ({ ...attempt, provider_text: null })),
      },
    ],
    pagination: { page: 1, pageSize: 20, pageCount: 1, total: 1 },
  });
});

const SKIPPED = [
  ['email', 'user', '', { code: 'no-address' }, 'No email address is known for the user.'],
  ['sms', 'team', '', { code: 'no-address' }, 'No phone number is known for the safety team.'],
  ['email', 'team', 'nobody', { code: 'not-an-email-address' }, '“nobody” is not an email address.'],
  [
    'sms',
    'team',
    '911',
    { code: 'not-a-phone-number' },
    '“911” can’t receive SMS. Enter a phone number with + and the country code.',
  ],
  [
    'sms',
    'team',
    '+19005550143',
    { code: 'premium-rate-number' },
    '+1 900 555 0143 is a premium-rate or shared-cost number. SMS are never sent to such numbers.',
  ],
  [
    'sms',
    'team',
    '+442079460123',
    { code: 'country-not-served', countries: ['US', 'DE'] },
    '+44 20 7946 0123 gets no SMS. This server sends SMS only to numbers of: United States, Germany.',
  ],
  [
    'email',
    'consultancy',
    '',
    { code: 'too-many-recipients', limit: 20 },
    'Only the first 20 recipients are notified. Remove some from the list.',
  ],
  [
    'email',
    'consultancy',
    'a@b.example',
    { code: 'no-subject' },
    'The email to the safety consultancy has no subject.',
  ],
  ['sms', 'user', '+12025550143', { code: 'no-text' }, 'The SMS to the user has no text.'],
  [
    'sms',
    'team',
    '+12025550144',
    { code: 'replied-stop' },
    'This number replied STOP, so it gets no SMS until it replies START.',
  ],
] as const satisfies [PlannedMessage['channel'], PlannedMessage['role'], string, SkipReason, string][];

test('the log and the export explain a skipped message; its code is stored, not the sentence', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const messages = SKIPPED.map(([channel, role, address, skipped]) =>
    plannedEmail({ channel, role, address, skipped }),
  );
  await storeSubmission(server, user, messages);
  const stored = await server.db
    .selectFrom('delivery')
    .select(['state', 'reason', 'reason_code'])
    .orderBy('id')
    .execute();
  expect(stored).toEqual(
    SKIPPED.map(([, , , { code }]) => ({ state: 'skipped', reason: null, reason_code: code })),
  );
  const sentences = SKIPPED.map(([, , , , sentence]) => sentence);
  const query = { sort: 'id', order: 'asc' };
  const { body } = await server.get('/tapi/v1/listPaged/delivery', { token, query });
  expect(body.items.map(({ reason }: Delivery) => reason)).toEqual(sentences);
  const { body: file } = await server.get('/tapi/v1/export/delivery', { token, query: { zone: 'UTC' } });
  for (const sentence of sentences) expect(file.csv).toContain(sentence);
});

test('a message that an earlier version skipped keeps its sentence; a later version’s code has none', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  await storeSubmission(server, user, [plannedEmail({ address: 'nobody' }), plannedEmail()]);
  const old = { state: 'skipped', reason: '“nobody” cannot be reached.', reason_code: null } as const;
  const later = {
    state: 'skipped',
    reason: null,
    reason_code: 'holiday',
    reason_params: '{"until":7}',
  } as const;
  await server.db.updateTable('delivery').set(old).where('id', '=', 1).execute();
  await server.db.updateTable('delivery').set(later).where('id', '=', 2).execute();
  const query = { sort: 'id', order: 'asc' };
  const { body } = await server.get('/tapi/v1/listPaged/delivery', { token, query });
  expect(body.items.map(({ reason }: Delivery) => reason)).toEqual([old.reason, null]);
});

test('each filter selects its messages; combined filters select messages that match all of them', async () => {
  const server = await testServer();
  const { team, user, token } = await teamWithUser(server);
  const sms = plannedEmail({ channel: 'sms', address: '+12025550143', subject: null, html: null });
  const press = await storeSubmission(server, user, [plannedEmail(), sms]);
  const later = new Date(SUBMITTED_AT.getTime() + 60_000);
  const form = await storeSubmission(server, user, [plannedEmail()], {
    item: { kind: 'form', id: 3 },
    at: later,
  });
  await setMessageState(server, 3, 'failed');
  const found = async (query: Record<string, string | number>) => {
    const { body } = await server.get('/tapi/v1/listPaged/delivery', {
      token,
      query: { order: 'asc', ...query },
    });
    return body.items.map(({ id }: { id: number }) => id);
  };
  expect(await found({})).toEqual([1, 2, 3]);
  expect(await found({ order: 'desc' })).toEqual([3, 2, 1]);
  expect(await found({ filter_state: 'held' })).toEqual([1, 2]);
  expect(await found({ filter_state: 'sent' })).toEqual([]);
  expect(await found({ filter_channel: 'sms' })).toEqual([2]);
  expect(await found({ filter_button_id: 5 })).toEqual([1, 2]);
  expect(await found({ filter_f_id: 3 })).toEqual([3]);
  expect(await found({ filter_button_click_id: press })).toEqual([1, 2]);
  expect(await found({ filter_form_submission_id: form })).toEqual([3]);
  expect(await found({ filter_from: later.toISOString() })).toEqual([3]);
  expect(await found({ filter_to: later.toISOString(), filter_channel: 'email' })).toEqual([1]);
  expect(await found({ filter_team_id: team.id, filter_id: 2 })).toEqual([2]);
  for (const wrong of [{ filter_state: 'lost' }, { filter_channel: 'fax' }, { filter_reason: 'x' }]) {
    const { status } = await server.get('/tapi/v1/listPaged/delivery', { token, query: wrong });
    expect([wrong, status]).toEqual([wrong, 400]);
  }
});

test('another team’s messages are never listed; an administrator can filter by team', async () => {
  const server = await testServer();
  const { user } = await teamWithUser(server);
  const other = await teamWithUser(server);
  const press = await storeSubmission(server, user, [plannedEmail()]);
  await storeSubmission(server, other.user, [plannedEmail({ address: 'theirs@team.example' })]);
  for (const base of ['/tapi/v1', '/api/v1']) {
    for (const query of [
      { filter_team_id: user.team_id },
      { filter_id: 1, my: 'no' },
      { filter_button_click_id: press },
    ]) {
      const { body } = await server.get(`${base}/listPaged/delivery`, { token: other.token, query });
      expect(body.items).toEqual([]);
    }
  }
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const addresses = async (query: Record<string, number>) =>
    (await server.get('/api/v1/listPaged/delivery', { token: admin, query })).body.items.map(
      ({ address }: { address: string }) => address,
    );
  expect(await addresses({})).toHaveLength(2);
  expect(await addresses({ filter_team_id: other.team.id })).toEqual(['theirs@team.example']);
});

test('a team sees that an administrator was notified, but not the address; administrators see it', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  await storeSubmission(server, user, [plannedEmail()]);
  await server.db
    .updateTable('delivery')
    .set({ role: 'admin', purpose: 'alarm', address: 'ada@callpoint.example', state: 'failed' })
    .execute();
  const rejected = {
    outcome: 'permanent',
    fault: 'mailbox-unknown',
    ms: 1,
    at: SUBMITTED_AT.toISOString(),
  } as const;
  const detail = 'The mailbox does not exist. Response: 550 5.1.1 <ada@callpoint.example> unknown';
  await server.db
    .insertInto('delivery_attempt')
    .values({ delivery_id: 1, ...rejected, detail })
    .execute();
  await server.db.updateTable('delivery').set({ reason: detail }).execute();
  const list = async (who: string) => (await server.get('/api/v1/listPaged/delivery', { token: who })).body;
  const file = async (who: string) => {
    const response = await fetch(`${server.url}/api/v1/export/delivery?zone=UTC&token=${who}`);
    return await response.text();
  };
  expect((await list(token)).items).toMatchObject([
    { role: 'admin', purpose: 'alarm', state: 'failed', address: '', attempts: [rejected] },
  ]);
  expect(JSON.stringify(await list(token))).not.toContain('ada@');
  expect(await file(token)).not.toContain('ada@');
  expect(JSON.stringify(await list(admin))).toContain(`"detail":"${detail}"`);
  expect(await file(admin)).toContain('ada@callpoint.example');
});

test('messages of a deleted submission stay, and can still be filtered by its button', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const press = await storeSubmission(server, user, [plannedEmail()]);
  await server.post('/tapi/v1/delete/button_click', { token, body: { id: press } });
  const { body } = await server.get('/tapi/v1/listPaged/delivery', { token, query: { filter_button_id: 5 } });
  expect(body.items).toEqual([expect.objectContaining({ button_click_id: null, button_id: 5 })]);
});

test('pages contain every message once; messages are counted only up to a limit', async () => {
  const server = await testServer();
  const { user, token } = await teamWithUser(server);
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => plannedEmail({ address: `a${at}@team.example` }));
  await storeSubmission(server, user, many(2_100));
  const page = async (number: number, size: number) => {
    const query = { page: number, per_page: size };
    const { body } = await server.get('/tapi/v1/listPaged/delivery', { token, query });
    return [body.items.map(({ id }: { id: number }) => id), body.pagination.pageCount];
  };
  expect(await page(2, 3)).toEqual([[2_097, 2_096, 2_095], 669]);
  expect(await page(21, 100)).toEqual([Array.from({ length: 100 }, (_, at) => 100 - at), 21]);
});

test('a message that was held without its channel says so once the channel is configured', async () => {
  const server = await testServer({ channels: { ...NO_CHANNELS, email: true } });
  const { user, token } = await teamWithUser(server);
  const sms = plannedEmail({ channel: 'sms', address: '+12025550143', subject: null, html: null });
  await storeSubmission(server, user, [plannedEmail(), sms]);
  await server.db
    .updateTable('delivery')
    .set({ state: 'held', held_for: 'channel', reason: null, reason_code: 'not-configured' })
    .execute();
  const { body } = await server.get('/tapi/v1/listPaged/delivery', { token, query: { order: 'asc' } });
  expect(body.items.map((item: Delivery) => [item.reason, item.not_resendable])).toEqual([
    ['Email was not configured on this server at that time.', null],
    ['SMS is not configured on this server.', 'SMS is not configured on this server.'],
  ]);
});

test('the export has every message with its delivery status', async () => {
  const server = await testServer();
  const { team, user, token } = await teamWithUser(server);
  const press = await storeSubmission(server, user, [plannedEmail({ text: '=1+1' })]);
  const attempt = {
    at: SUBMITTED_AT.toISOString(),
    ms: 7,
    outcome: 'temporary',
    detail: 'busy',
    fault: 'mail-busy',
  };
  await server.db
    .insertInto('delivery_attempt')
    .values({ delivery_id: 1, ...attempt })
    .execute();
  const query = { filter_state: 'held', zone: 'Asia/Kolkata' };
  const { body } = await server.get('/tapi/v1/export/delivery', { token, query });
  expect(body.csv.split('\r\n').slice(1)).toEqual([
    `1,${team.id},held,Email is not configured on this server.,email,team,safety@team.example,Lone Worker Emergency,${press},2026-11-20T10:00:00.000Z,2026-11-20 15:30:00,,,,,1,busy,Lone Worker Emergency: Ana Flores,'=1+1`,
    '',
  ]);
  const none = await server.get('/tapi/v1/export/delivery', { token, query: { filter_state: 'sent' } });
  expect(none.body.csv.split('\r\n')).toHaveLength(2);
});
