import { expect, onTestFinished, test } from 'vitest';
import type { IncidentAnswers } from '../../delivery/channels/provider-hook.ts';
import { createVoiceAdapter } from '../../delivery/channels/voice/voice.ts';
import { DeliveryWorker } from '../../delivery/worker/worker.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';
import { DeliveryEvents, gate, plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { startTwilio } from '../../testing/providers/twilio.ts';
import { actionOf, answerCalls, runCall, spokenIn } from '../../testing/providers/voice-calls.ts';
import { testServer } from '../../testing/server.ts';

const NUMBER = '+12025550143';
const TEXT = 'Ana Flores needs help. Press 1 if you have it. Press 2 if you can’t help.';

/** A server with Twilio, a worker that calls people over it, and the answers that the server recorded. */
async function setUp({ hasIncidents = true } = {}) {
  const provider = await startTwilio();
  const answers: unknown[] = [];
  const incidentAnswers: IncidentAnswers = {
    async answerMessage(answer) {
      answers.push(answer);
      return answer.choice === 'have' ? 'You have it. Goodbye.' : 'We notify others. Goodbye.';
    },
    isDrill: async () => false,
    answerByNumber: async () => null,
    explainByNumber: async () => null,
  };
  const server = await testServer({
    variables: { ...provider.variables, PUBLIC_URL: 'https://callpoint.example' },
    ...(hasIncidents ? { incidentAnswers } : {}),
  });
  const { db, url } = server;
  const events = new DeliveryEvents();
  // The provider calls the server itself; what it signs is the public URL, as behind a proxy.
  const direct: typeof provider = {
    ...provider,
    call: async (address, fields, token) => {
      const signed = address.replace(url, 'https://callpoint.example');
      return provider.call(signed, fields, token, address.replace('https://callpoint.example', url));
    },
  };
  const voice = createVoiceAdapter({
    settings: provider.settings,
    publicUrl: url,
    reasonNotToCall: async () => null,
  });
  const worker = new DeliveryWorker({ db, channels: { ...NO_ADAPTERS, voice }, ...events });
  onTestFinished(async () => {
    await worker.stop();
    await provider.close();
  });
  const outbox = await testOutbox(db);
  return {
    provider: direct,
    server,
    events,
    worker,
    outbox,
    answers,
    call: () =>
      outbox.press([
        plannedEmail({ channel: 'voice', address: NUMBER, subject: null, html: null, text: TEXT }),
      ]),
  };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

/** The only call, which the provider has accepted and our worker has recorded. */
async function placeCall({ call, worker, events, provider }: Setup) {
  await call();
  worker.start();
  await events.reached('sent', 1);
  const [placed] = await provider.waitForCalls(1);
  if (!placed) throw new Error('there is no call');
  return placed;
}

test.for([
  ['1', 'have', 'You have it. Goodbye.'],
  ['2', 'cannot', 'We notify others. Goodbye.'],
] as const)(
  'a person who presses %s answers the incident and hears the response',
  async ([key, choice, said]) => {
    const setup = await setUp();
    const call = await placeCall(setup);
    const { spoken, statuses } = await runCall(setup.provider, call, { answeredBy: 'human', keys: [key] });
    expect(spoken).toEqual([TEXT, TEXT, 'Callpoint received no answer. Goodbye.', said]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const [row] = await setup.outbox.rows();
    expect(setup.answers).toEqual([{ messageKey: row?.message_key, choice, reference: call.sid }]);
    expect(row).toMatchObject({ state: 'sent', provider_id: call.sid, delivered_at: expect.any(String) });
    expect(await setup.outbox.attempts()).toMatchObject([
      { outcome: 'sent', detail: `Twilio calls as ${call.sid}: queued` },
      { outcome: 'delivered' },
    ]);
  },
);

test('another key repeats the choices, and the next key counts', async () => {
  const setup = await setUp();
  const call = await placeCall(setup);
  const behavior = { answeredBy: 'human', keys: ['7', '*', '1'] } as const;
  const { spoken } = await runCall(setup.provider, call, behavior);
  const choices = 'Press 1 if you have it. Press 2 if you can’t help.';
  expect(spoken.filter((text) => text === choices)).toHaveLength(2);
  expect(spoken.at(-1)).toBe('You have it. Goodbye.');
  expect(setup.answers).toMatchObject([{ choice: 'have' }]);
});

test('a person who listens and presses nothing got the message, and answers nothing', async () => {
  const setup = await setUp();
  const call = await placeCall(setup);
  await runCall(setup.provider, call, { answeredBy: 'human' });
  expect(await setup.outbox.rows()).toMatchObject([{ state: 'sent', delivered_at: expect.any(String) }]);
  expect(setup.answers).toEqual([]);
});

const UNHEARD = [
  [{ status: 'no-answer' }, 'voice-no-answer', 'No one picked up the call.'],
  [{ status: 'busy' }, 'voice-busy', 'The line was busy.'],
  [{ status: 'failed' }, 'voice-failed', 'The network could not connect the call.'],
  [{ status: 'canceled' }, 'voice-canceled', 'The call was canceled before anyone picked up.'],
  [{ answeredBy: 'machine_start' }, 'voice-machine', 'A mailbox or a fax picked up the call.'],
  [{ answeredBy: 'fax' }, 'voice-machine', 'A mailbox or a fax picked up the call.'],
  [
    { answeredBy: 'unknown' },
    'voice-unheard',
    'The call was connected, but the provider could not detect whether a person listened.',
  ],
] as const;

test.for(UNHEARD)('%o is no answer: the message fails once, also if it is reported twice', async (given) => {
  const [behavior, fault, reason] = given;
  const setup = await setUp();
  const call = await placeCall(setup);
  for (let count = 0; count < 2; count += 1) {
    await runCall(setup.provider, call, behavior, { times: 2 });
  }
  expect(await setup.outbox.rows()).toMatchObject([{ state: 'failed', reason, delivered_at: null }]);
  expect(await setup.outbox.attempts()).toMatchObject([
    { outcome: 'sent', fault: null },
    { outcome: 'undelivered', fault },
  ]);
  expect(setup.answers).toEqual([]);
  // The number itself works: the reachability check does not report it.
  expect(await setup.server.db.selectFrom('bad_address').selectAll().execute()).toEqual([]);
});

test('a key counts although the provider detected a machine, also late', async () => {
  const setup = await setUp();
  const call = await placeCall(setup);
  const { opened, open } = gate();
  const late = runCall(setup.provider, call, { answeredBy: 'human', keys: ['1'] }, { late: opened });
  await runCall(setup.provider, call, { answeredBy: 'machine_start' });
  expect(await setup.outbox.rows()).toMatchObject([{ state: 'failed' }]);
  open();
  await late;
  expect(await setup.outbox.rows()).toMatchObject([{ state: 'sent', reason: null }]);
  expect(setup.answers).toMatchObject([{ choice: 'have' }]);
  // `delivered` is final.
  await runCall(setup.provider, call, { status: 'failed' });
  expect(await setup.outbox.rows()).toMatchObject([{ state: 'sent', reason: null }]);
});

test('duplicates of all callbacks record one delivery', async () => {
  const setup = await setUp();
  const { idle } = answerCalls(setup.provider, () => ({ answeredBy: 'human', keys: ['2'], times: 3 }));
  await setup.call();
  setup.worker.start();
  await setup.provider.waitForCalls(1);
  const [result] = await idle();
  expect(new Set(result?.statuses)).toEqual(new Set([200]));
  const outcomes = (await setup.outbox.attempts()).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'delivered')).toHaveLength(1);
  expect(await setup.outbox.rows()).toMatchObject([{ state: 'sent', delivered_at: expect.any(String) }]);
});

test('without an incident, a key is recorded and the call ends with a sentence', async () => {
  const setup = await setUp({ hasIncidents: false });
  const call = await placeCall(setup);
  const { spoken } = await runCall(setup.provider, call, { answeredBy: 'human', keys: ['1'] });
  expect(spoken.at(-1)).toBe('This incident can no longer be answered.');
});

test('calls without the signature of the provider are rejected with 403 and change nothing', async () => {
  const setup = await setUp();
  const call = await placeCall(setup);
  const before = await setup.outbox.rows();
  const fields = { CallSid: call.sid, Digits: '1', AnsweredBy: 'human' };
  for (const url of [actionOf(call.twiml) ?? '', call.fields['StatusCallback'] ?? '']) {
    expect(await setup.provider.call(url, fields, 'another-token')).toMatchObject({
      status: 403,
      body: expect.stringContaining('This call is not signed by the Voice provider.'),
    });
    // A signature belongs to one address: the message of another call cannot be answered with it.
    const other = url.replace(/message=\w+/, `message=${'b'.repeat(40)}`);
    expect(await setup.provider.call(other, fields, 'another-token')).toMatchObject({ status: 403 });
  }
  expect(setup.answers).toEqual([]);
  expect(await setup.outbox.rows()).toEqual(before);
});

test('invalid input never causes a server error, and answers nothing', async () => {
  const { provider, server, answers } = await setUp();
  const sid = `CA${'4'.repeat(32)}`;
  const odd = [
    {},
    { CallSid: '\u0000', Digits: '1' },
    { CallSid: sid, AnsweredBy: '\ud800', CallStatus: 'busy\u0000', ErrorCode: '9'.repeat(99) },
    { CallSid: sid, AnsweredBy: 'machine_end_beep'.repeat(500) },
    { CallSid: sid, Digits: '\u0000' },
    { CallSid: sid, Digits: '11' },
  ];
  const queries = ['', '?message=', `?message=${'a'.repeat(40)}`, '?message=1&message=2', '?message=%00'];
  for (const path of ['voice', 'voice/status']) {
    for (const query of queries) {
      for (const fields of odd) {
        const url = `${server.url}/hooks/twilio/${path}${query}`;
        const { status, body } = await provider.call(url, fields);
        expect([200, 403]).toContain(status);
        expect(spokenIn(body).join(' ')).not.toContain('You have it.');
      }
    }
  }
  expect(answers).toEqual([]);
});

test('without a public URL, the webhooks of calls do not exist', async () => {
  const provider = await startTwilio();
  onTestFinished(() => provider.close());
  const server = await testServer({ variables: provider.variables });
  const url = `${server.url}/hooks/twilio/voice`;
  expect(await provider.call(url, { Digits: '1' })).toMatchObject({ status: 404 });
});
