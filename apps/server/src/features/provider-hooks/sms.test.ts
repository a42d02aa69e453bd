import { randomUUID } from 'node:crypto';
import type { Delivery } from '@callpoint/contract/deliveries';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { IncidentAnswers } from '../../delivery/channels/provider-hook.ts';
import { createSmsAdapter } from '../../delivery/channels/sms/sms.ts';
import { findOptOuts } from '../../delivery/suppression/opt-outs.ts';
import { DeliveryWorker } from '../../delivery/worker/worker.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { openLog } from '../../http/log.ts';
import { DeliveryEvents, gate, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';
import { startTwilio, type SmsBehavior } from '../../testing/providers/twilio.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';

const NUMBER = '+12025550143';
const A_SID = `SM${'4'.repeat(32)}`;

/** A server with Twilio, and a worker that sends SMS to it. */
async function setUp(incidentAnswers?: IncidentAnswers) {
  const provider = await startTwilio();
  const server = await testServer({
    variables: provider.variables,
    ...(incidentAnswers ? { incidentAnswers } : {}),
  });
  const { db } = server;
  const events = new DeliveryEvents();
  const { settings } = provider;
  const isStopped = async (number: string) => (await findOptOuts(db, settings.from, [number])).size > 0;
  const receiptsAt = (key: string, attempt: number) =>
    `${server.url}/hooks/twilio/status?message=${key}&attempt=${attempt}`;
  const sms = createSmsAdapter({ settings, receiptsAt, isStopped });
  const worker = new DeliveryWorker({ db, channels: { ...NO_ADAPTERS, sms }, ...events });
  onTestFinished(async () => {
    await worker.stop();
    await provider.close();
  });
  const outbox = await testOutbox(db);
  let sids = 0;
  return {
    provider,
    server,
    events,
    worker,
    outbox,
    sms: (address = NUMBER) =>
      outbox.press([plannedEmail({ channel: 'sms', address, subject: null, html: null })]),
    /** A person replies to our number. */
    reply(body: string, { from = NUMBER, sid = '', ...more }: Record<string, string> = {}) {
      sids += 1;
      const MessageSid = sid || `SM${String(sids).padStart(32, '0')}`;
      const fields = { MessageSid, From: from, To: settings.from, Body: body, ...more };
      return provider.call(`${server.url}/hooks/twilio/inbound`, fields);
    },
    stopped: async () => [...(await findOptOuts(db, settings.from, [NUMBER])).keys()],
  };
}

test('records once that an SMS arrived, even if its receipt is repeated', async () => {
  const { provider, events, worker, sms, outbox } = await setUp();
  await sms();
  worker.start();
  await events.reached('sent', 1);
  const [{ sid, statusCallback } = { sid: '', statusCallback: '' }] = provider.messages;
  for (const MessageStatus of ['sent', 'delivered', 'delivered', 'undelivered']) {
    const response = await provider.call(statusCallback ?? '', { MessageSid: sid, MessageStatus });
    expect(response.status).toBe(200);
  }
  expect(await outbox.rows()).toMatchObject([
    { state: 'sent', provider_id: sid, delivered_at: expect.stringMatching(/Z$/) },
  ]);
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['sent', 'delivered']);
});

test('fails an undelivered message with the reason, and stores its number as bad', async () => {
  const { provider, server, events, worker, sms, outbox, reply } = await setUp();
  await sms();
  worker.start();
  await events.reached('sent', 1);
  const [{ sid, statusCallback } = { sid: '', statusCallback: '' }] = provider.messages;
  const receipt = { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30005' };
  for (let times = 0; times < 2; times += 1) await provider.call(statusCallback ?? '', receipt);
  expect(await outbox.rows()).toMatchObject([
    { state: 'failed', reason: 'The number is no longer in use.', sent_at: null, delivered_at: null },
  ]);
  expect(await outbox.attempts()).toMatchObject([
    { outcome: 'sent', fault: null },
    { outcome: 'undelivered', fault: 'sms-unknown-handset' },
  ]);
  const bad = server.db.selectFrom('bad_address').select(['channel', 'address', 'fault']);
  expect(await bad.execute()).toEqual([{ channel: 'sms', address: NUMBER, fault: 'sms-unknown-handset' }]);
  await reply('START');
  expect(await bad.execute()).toHaveLength(1);
  await provider.call(statusCallback ?? '', { MessageSid: sid, MessageStatus: 'delivered' });
  expect(await outbox.rows()).toMatchObject([{ state: 'sent', reason: null }]);
  expect(await bad.execute()).toEqual([]);
});

test('a lost response is resolved by the receipt: the SMS arrived and is not resent', async () => {
  const { provider, events, worker, sms, outbox } = await setUp();
  provider.behave(({ at }) => (at === 'accepted' ? 'cut' : undefined));
  await sms();
  worker.start();
  await events.reached('pending', 2);
  provider.behave(({ at }) => (at === 'request' ? { status: 503 } : undefined));
  const [{ sid, statusCallback } = { sid: '', statusCallback: '' }] = provider.messages;
  await provider.call(statusCallback ?? '', { MessageSid: sid, MessageStatus: 'delivered' });
  expect(await outbox.rows()).toMatchObject([{ state: 'sent', next_attempt_at: null, provider_id: sid }]);
});

test('after a lost response and a STOP, the SMS is not resent and may have arrived', async () => {
  const { provider, events, worker, sms, outbox, reply } = await setUp();
  provider.behave(async ({ at }) => {
    if (at !== 'accepted') return undefined;
    await reply('STOP');
    return 'cut';
  });
  await sms();
  worker.start();
  await events.reached('skipped', 1);
  const [{ sid, statusCallback } = { sid: '', statusCallback: '' }] = provider.messages;
  await provider.call(statusCallback ?? '', { MessageSid: sid, MessageStatus: 'delivered' });
  expect(await outbox.rows()).toMatchObject([{ state: 'sent', reason: null, provider_id: sid }]);
});

test('records a receipt that arrives before the reply', async () => {
  const { provider, events, worker, sms, outbox } = await setUp();
  const { opened, open } = gate();
  onTestFinished(open);
  const delayResponse: SmsBehavior = async ({ at }) => {
    if (at === 'accepted') await opened;
  };
  provider.behave(delayResponse);
  await sms();
  worker.start();
  const [{ sid, statusCallback } = { sid: '', statusCallback: '' }] = await provider.waitFor(1);
  const receipt = { MessageSid: sid, MessageStatus: 'failed', ErrorCode: '30006' };
  await provider.call(statusCallback ?? '', receipt);
  open();
  await events.logged('another worker had reclaimed the message');
  expect(await outbox.rows()).toMatchObject([
    { state: 'failed', reason: 'This is a landline. It can’t receive SMS.' },
  ]);
});

test('an `undelivered` receipt of an earlier attempt does not fail the attempt in flight', async () => {
  const { provider, events, worker, sms, outbox } = await setUp();
  const { opened, open } = gate();
  onTestFinished(open);
  let accepted = 0;
  const loseFirstResponse: SmsBehavior = async ({ at }) => {
    if (at !== 'accepted') return undefined;
    accepted += 1;
    if (accepted === 1) return 'cut';
    await opened;
    return undefined;
  };
  provider.behave(loseFirstResponse);
  await sms();
  worker.start();
  const [first] = await provider.waitFor(2);
  const receipt = { MessageSid: first?.sid ?? '', MessageStatus: 'undelivered', ErrorCode: '30003' };
  await provider.call(first?.statusCallback ?? '', receipt);
  expect(await outbox.rows()).toMatchObject([{ state: 'sending' }]);
  open();
  await events.reached('sent', 1);
  expect((await outbox.attempts()).map(({ outcome }) => outcome).toSorted()).toEqual(
    ['sent', 'temporary', 'undelivered'].toSorted(),
  );
});

test('after STOP, messages to a number are neither planned nor sent, until START', async () => {
  const { provider, server, events, worker, sms, outbox, reply, stopped } = await setUp();
  const team = await buildTeam(server.db, { phone: NUMBER });
  const token = await server.tokenOf('app_user', (await buildAppUser(server.db, team.id)).id);
  const teamOptions = { token: await server.tokenOf('team', team.id), query: { filter_channel: 'sms' } };
  /** Presses a button, and returns its SMS as the delivery log shows it. */
  const press = async () => {
    const body = { client_id: randomUUID(), button_id: 2 };
    const pressed = await server.post('/mapi/v1/button_click', { token, body });
    const { body: list } = await server.get('/tapi/v1/listPaged/delivery', teamOptions);
    return list.items.find(
      (message: Delivery) => message.address === NUMBER && message.button_click_id === pressed.body.data.id,
    );
  };
  await sms();
  expect((await reply('  stop ')).body).toContain('<Response/>');
  expect(await stopped()).toEqual([NUMBER]);
  worker.start();
  await events.reached('skipped', 1);
  expect(await outbox.rows()).toMatchObject([{ state: 'skipped', attempts: 1 }]);
  expect(provider.messages).toEqual([]);
  expect(await press()).toMatchObject({
    state: 'skipped',
    reason: 'This number replied STOP, so it gets no SMS until it replies START.',
  });

  await reply('START');
  expect(await stopped()).toEqual([]);
  expect(await press()).toMatchObject({ state: 'held' });
  await sms();
  worker.wake();
  await events.reached('sent', 1);
});

test('a number that the provider reports as stopped gets no messages, until START or for a day', async () => {
  const { provider, server, events, worker, sms, outbox, reply, stopped } = await setUp();
  provider.behave(({ at }) =>
    at === 'request' ? { status: 400, code: 21610, text: 'Unsubscribed' } : undefined,
  );
  await sms();
  worker.start();
  await events.reached('failed', 1);
  expect(await stopped()).toEqual([NUMBER]);
  provider.behave();
  await sms();
  worker.wake();
  await events.reached('skipped', 1);
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const stoppedAt = async (when: Date) =>
    (await findOptOuts(server.db, provider.settings.from, [NUMBER], when)).size;
  expect(await stoppedAt(later(23))).toBe(1);
  expect(await stoppedAt(later(25))).toBe(0);
  await reply('START');
  const started = Date.now();
  expect(await stopped()).toEqual([]);
  // A START in the same millisecond as the message would be newer.
  await vi.waitUntil(() => Date.now() > started, { interval: 1 });
  await sms();
  worker.wake();
  await events.reached('sent', 1);
  // The provider accepted it, but only the receipt shows that.
  const [{ sid, statusCallback } = { sid: '', statusCallback: '' }] = provider.messages;
  const receipt = { MessageSid: sid, MessageStatus: 'failed', ErrorCode: '21610' };
  await provider.call(statusCallback ?? '', receipt);
  expect((await outbox.rows()).at(-1)).toMatchObject({ state: 'failed', sent_at: null });
  expect(await stopped()).toEqual([NUMBER]);
  await reply('STOP');
  expect(await stoppedAt(later(1_000))).toBe(1);
});

test('only a reply of one word to our from-number counts, and a repeated old reply does not', async () => {
  const { reply, stopped } = await setUp();
  for (const body of ['Please stop', 'STOP it', 'stopp', '', 'NO', 'S T O P', 'x'.repeat(2000)]) {
    expect((await reply(body)).status).toBe(200);
  }
  await reply('STOP', { To: '+12025550999' });
  await reply('STOP', { from: 'whatsapp:+12025550143' });
  expect(await stopped()).toEqual([]);
  await reply('UNSUBSCRIBE', { sid: A_SID });
  await reply('unstop');
  await reply('UNSUBSCRIBE', { sid: A_SID });
  expect(await stopped()).toEqual([]);
});

test('replies to HELP with a description, unless the provider has replied', async () => {
  const { reply, stopped } = await setUp();
  expect((await reply('help')).body).toContain('Reply STOP');
  expect((await reply('HELP', { OptOutType: 'HELP' })).body).not.toContain('STOP');
  expect(await stopped()).toEqual([]);
});

test('a reply of 1 or 2 answers the incident of its number, and the response is our reply', async () => {
  const answers: unknown[] = [];
  const explained: unknown[] = [];
  const { reply, stopped, provider, server } = await setUp({
    async explainByNumber({ number }) {
      explained.push(number);
      return number === NUMBER ? 'Reply 1 or 2.' : null;
    },
    isDrill: async () => false,
    answerMessage: async () => '',
    async answerByNumber(answer) {
      answers.push(answer);
      if (answer.number !== NUMBER) return null;
      return answer.choice === 'have' ? 'You have it <now> & are responsible.' : 'We notify others.';
    },
  });
  expect((await reply(' 1\n')).body).toContain(
    '<Message>You have it &lt;now&gt; &amp; are responsible.</Message>',
  );
  expect((await reply('2')).body).toContain('<Message>We notify others.</Message>');
  expect((await reply('1', { from: '+12025550144' })).body).toContain('<Response/>');
  // Some keyboards type a period after two spaces.
  expect((await reply('(1. )')).body).toContain('You have it');
  const reference = expect.stringMatching(/^SM/);
  expect(answers).toEqual([
    { number: NUMBER, choice: 'have', reference },
    { number: NUMBER, choice: 'cannot', reference },
    { number: '+12025550144', choice: 'have', reference },
    { number: NUMBER, choice: 'have', reference },
  ]);
  const others = [
    '12',
    '10',
    '12 minutes',
    '1 2',
    '1 or 2',
    '1/2',
    '3',
    'one',
    '',
    '.',
    '１',
    '1:30',
    '2-3 min',
    '1st',
  ];
  others.push(
    '2 minutes',
    '1 h',
    '1.5 hours',
    'On my way',
    '1?',
    '1 sec, who is this?',
    '1 moment',
    '1, 20 min',
  );
  others.push('1 or 2 minutes', '2 miles away', '2 - 3 min', '2 of us are coming', '2 blocks away', '1👍');
  for (const body of others) expect((await reply(body)).body).toContain('<Message>Reply 1 or 2.</Message>');
  expect((await reply('On my way', { from: '+12025550144' })).body).toContain('<Response/>');
  expect(explained).toHaveLength(others.length + 1);
  for (const body of ['stop', 'START', 'help']) await reply(body);
  await reply('Hello', { OptOutType: 'HELP' });
  expect(explained).toHaveLength(others.length + 1);
  await reply('1', { To: '+12025550999' });
  await reply('1', { from: 'whatsapp:+12025550143' });
  const fields = { MessageSid: A_SID, From: NUMBER, To: provider.settings.from, Body: '1' };
  const unsigned = await provider.call(`${server.url}/hooks/twilio/inbound`, fields, 'another-token');
  expect(unsigned.status).toBe(403);
  expect(answers).toHaveLength(4);
  expect(await stopped()).toEqual([]);
});

test.each([
  ['1 - on my way', 'have'],
  ['1.', 'have'],
  ['1 - ok!', 'have'],
  ['1 yes', 'have'],
  ['“1”', 'have'],
  [' 1 I have it.', 'have'],
  ['2 sorry', 'cannot'],
  ['2: can’t', 'cannot'],
])('the reply %j is an answer', async (body, expected) => {
  const choices: string[] = [];
  const { reply } = await setUp({
    isDrill: async () => false,
    answerMessage: async () => '',
    explainByNumber: async () => 'Reply 1 or 2.',
    async answerByNumber({ choice }) {
      choices.push(choice);
      return 'Noted.';
    },
  });
  expect((await reply(body)).body).toContain('Noted.');
  expect(choices).toEqual([expected]);
});

test('without an incident, a reply of 1 gets no response', async () => {
  const { reply } = await setUp();
  expect((await reply('1')).body).toContain('<Response/>');
});

test('unsigned calls are logged once a minute, without their content', async () => {
  const provider = await startTwilio();
  onTestFinished(() => provider.close());
  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => void lines.push(line) });
  const server = await testServer({ variables: provider.variables, log });
  for (const body of ['Body=secret', 'Body=secret', 'Body=secret']) {
    expect((await server.post('/hooks/twilio/inbound', { raw: form(body) })).status).toBe(403);
  }
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    rejected: 1,
    address: '127.0.0.1',
    msg: 'calls that the SMS provider has not signed were rejected',
  });
  expect(lines[0]).not.toContain('secret');
});

test('a call without the provider’s signature is rejected with 403 and changes nothing', async () => {
  const { provider, server, reply, stopped } = await setUp();
  const url = `${server.url}/hooks/twilio/inbound`;
  const fields = { MessageSid: A_SID, From: NUMBER, To: provider.settings.from, Body: 'STOP' };
  expect(await provider.call(url, fields, 'another-token')).toMatchObject({ status: 403 });
  expect(await server.post('/hooks/twilio/status', { raw: form('MessageSid=1') })).toMatchObject({
    status: 403,
    body: { ok: false, msg: 'This call is not signed by the SMS provider.' },
  });
  const tampered = await server.post('/hooks/twilio/inbound', {
    raw: form(new URLSearchParams({ ...fields, Body: 'START' }).toString()),
    headers: { 'x-twilio-signature': 'AAAA' },
  });
  expect(tampered.status).toBe(403);
  expect(await stopped()).toEqual([]);
  expect((await reply('STOP')).status).toBe(200);
});

const form = (body: string) => ({ body, type: 'application/x-www-form-urlencoded' });

test('invalid input never causes a server error', async () => {
  const { provider, server } = await setUp();
  const odd = [
    {},
    { MessageSid: '\u0000', From: '\u0000', To: provider.settings.from, Body: '\u0000' },
    { MessageSid: A_SID, MessageStatus: 'delivered\ud800', ErrorCode: '9'.repeat(99) },
    { __proto__: { x: 1 }, MessageSid: A_SID, MessageStatus: 'undelivered', ErrorCode: '-1' },
  ];
  const queries = ['', '?message=', `?message=${'a'.repeat(40)}`, '?message=1&message=2', '?message=%00'];
  for (const path of ['status', 'inbound']) {
    for (const query of queries) {
      for (const fields of odd) {
        const url = `${server.url}/hooks/twilio/${path}${query}`;
        expect([200, 403]).toContain((await provider.call(url, fields as Record<string, string>)).status);
      }
    }
  }
  expect((await server.post('/hooks/twilio/status', { body: {} })).status).toBe(415);
  const large = form(`Body=${'x'.repeat(300_000)}`);
  expect((await server.post('/hooks/twilio/inbound', { raw: large })).status).toBe(413);
});

test('without Twilio, its webhooks do not exist', async () => {
  const server = await testServer();
  expect((await server.post('/hooks/twilio/status', { raw: form('') })).status).toBe(404);
});
