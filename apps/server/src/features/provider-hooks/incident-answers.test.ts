import type { ButtonId } from '@callpoint/contract/catalogue';
import { pushCalls } from '@callpoint/contract/push';
import { expect, onTestFinished, test } from 'vitest';
import { openAdapters } from '../../delivery/channels/channels.ts';
import { readEnvironment } from '../../delivery/channels/environment.ts';
import { DeliveryWorker } from '../../delivery/worker/worker.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';
import { reasonNotToCall } from '../../delivery/suppression/call-rules.ts';
import { reasonNotToEscalate } from '../../incidents/outdated-message.ts';
import { personalizeMessages } from '../../incidents/personal-links.ts';
import { testEscalator } from '../../testing/incidents/escalators.ts';
import { ALL_CHANNELS, buildSubscriber } from '../../testing/incidents/people.ts';
import { DeliveryEvents } from '../../testing/outbox.ts';
import { runCall } from '../../testing/providers/voice-calls.ts';
import { startTwilio } from '../../testing/providers/twilio.ts';
import { testServer } from '../../testing/server.ts';

/** Answers to incidents from the provider's call to the person's answer, with nothing of ours replaced. */

const PUBLIC_URL = 'http://127.0.0.1:4599';

/** Two people get an SMS at the press, and a call after a minute. */
async function ground({ procedure = '', buttonId = 5 }: { procedure?: string; buttonId?: ButtonId } = {}) {
  const provider = await startTwilio();
  const variables = { ...provider.variables, PUBLIC_URL };
  let wakes = 0;
  /** The time at which calls are made. */
  const quiet = { at: new Date() };
  const server = await testServer({ variables, channels: ALL_CHANNELS, wakeEscalator: () => (wakes += 1) });
  const { db } = server;
  const subscriber = await buildSubscriber(server, {
    people: 2,
    lists: { emails: [], numbers: [0, 1], contacts: [] },
    buttonId,
    policyOf: () => ({
      needs_answer: true,
      steps: [
        { after: 1, to: [{ kind: 'team' }], by: ['voice'] },
        { after: 30, to: [{ kind: 'team' }], by: ['sms'] },
      ],
      repeat: { times: 0, every: 60 },
      procedure,
    }),
  });
  const { channels } = readEnvironment({ LOG_LEVEL: 'silent', PORT: '0', ...variables });
  const adapters = openAdapters(channels, {
    publicUrl: PUBLIC_URL,
    hasOptedOut: async () => false,
    reasonNotToCall: (id) => reasonNotToCall(db, id, quiet.at),
    push: null,
  });
  const events = new DeliveryEvents();
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, sms: adapters.sms, voice: adapters.voice },
    personalize: personalizeMessages(() => PUBLIC_URL),
    reasonNotToSend: (message) => reasonNotToEscalate(db, message),
    ...events,
  });
  worker.start();
  onTestFinished(async () => {
    await worker.stop();
    await provider.close();
  });
  // Calls are made to people who agreed, but not from two to four hours from now.
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const timeOf = (hours: number) => clock(hours).toISOString().slice(11, 16);
  const agreed = subscriber.people.map(({ phone }) => phone);
  const agree = async (numbers: readonly string[]) => {
    const rules = { quiet_from: timeOf(2), quiet_until: timeOf(4), agreed: numbers };
    await db
      .updateTable('settings')
      .set({ setting_value: JSON.stringify(rules) })
      .where('setting_key', '=', 'voice_rules')
      .execute();
  };
  await agree(agreed);
  await db.updateTable('team').set({ time_zone: 'UTC' }).execute();
  const escalator = testEscalator(db, { wakeDelivery: () => worker.wake() });
  const { tokens, people, worker: presser } = subscriber;
  const [first, second] = [people[0], people[1]];
  if (!first || !second) throw new Error('there are two people');
  /** Calls a webhook of the server, with the signature of its public address. */
  const call: typeof provider.call = (url, fields, token) =>
    provider.call(url, fields, token, url.replace(PUBLIC_URL, server.url));
  let replies = 0;
  return {
    provider: { ...provider, call },
    server,
    subscriber,
    events,
    first,
    second,
    presser,
    wakes: () => wakes,
    fallQuiet: () => (quiet.at = clock(3)),
    endQuiet: () => (quiet.at = new Date()),
    agree,
    /** The subscriber resends a message. */
    async resend(messageId: number) {
      const body = { id: messageId };
      const response = await server.post('/tapi/v1/resend/delivery', { token: tokens.team, body });
      worker.wake();
      return response;
    },
    /** The next attempts of messages that failed for a temporary reason are due. */
    async retry() {
      const next_attempt_at = new Date().toISOString();
      await db.updateTable('delivery').set({ next_attempt_at }).where('state', '=', 'pending').execute();
      worker.wake();
    },
    /** The person presses, or the subscriber starts a drill; resolves when the SMS to both people are sent. */
    async open(how: 'press' | 'drill' = 'press') {
      const sent = provider.messages.length;
      if (how === 'press') {
        const body = { client_id: crypto.randomUUID(), button_id: buttonId };
        await server.post('/mapi/v1/button_click', { token: tokens.phone, body });
      } else {
        const body = { button_id: buttonId, app_user_id: presser.id };
        await server.post('/tapi/v1/drill', { token: tokens.team, body });
      }
      worker.wake();
      await provider.waitFor(sent + 2);
      const newest = db.selectFrom('incident').select('id').orderBy('id', 'desc');
      return (await newest.executeTakeFirstOrThrow()).id;
    },
    /** The person replies; the same `sid` again is a repeated report of the provider. */
    reply(number: string, body: string, { token, sid }: { token?: string; sid?: string } = {}) {
      replies += 1;
      const MessageSid = sid ?? `SM${String(replies).padStart(32, '0')}`;
      const fields = { MessageSid, From: number, To: provider.settings.from, Body: body };
      return call(`${PUBLIC_URL}/hooks/twilio/inbound`, fields, token);
    },
    /** The escalator checks whether a step can reach no one. Returns the number of steps that it started. */
    async check() {
      escalator.wake();
      return await escalator.check();
    },
    /** The wait for the next step is over. */
    async endWait(id: number) {
      const next_run_at = new Date().toISOString();
      await db.updateTable('incident').set({ next_run_at }).where('id', '=', id).execute();
    },
    async read(id: number) {
      const { body } = await server.get('/tapi/v1/incident', { token: tokens.team, query: { id } });
      return (body as { data: { state: string; run: number; events: { kind: string; data: object }[] } })
        .data;
    },
  };
}

type Ground = Awaited<ReturnType<typeof ground>>;

/** The calls of the second step, one to each person. */
async function placeCalls({ check, endWait, provider, first, second }: Ground, id: number) {
  await endWait(id);
  expect(await check()).toBe(1);
  const calls = await provider.waitForCalls(2);
  const callTo = (number: string) => {
    const found = calls.find(({ to }) => to === number);
    if (!found) throw new Error('the person was not called');
    return found;
  };
  return { toFirst: callTo(first.phone), toSecond: callTo(second.phone) };
}

test('a reply of 1 acknowledges the incident for the person with the number; a repeated one changes nothing', async () => {
  const given = await ground();
  const { first, second, presser, server } = given;
  const token = given.subscriber.tokens.phone;
  await server.post('/mapi/v1/push_subscription', { token, body: pushCalls.subscribe.example.body });
  const id = await given.open();
  expect(await given.reply(first.phone, '1', { token: 'another-token' })).toMatchObject({ status: 403 });
  expect(await given.reply('+12025559999', '1')).toMatchObject({ status: 200 });
  expect(await given.read(id)).toMatchObject({ state: 'open', events: [{ kind: 'opened' }] });

  for (const times of [1, 2]) {
    const { body } = await given.reply(first.phone, ' 1 ');
    expect(body, `reply ${times}`).toContain(`Lone Worker Emergency, ${presser.name}: You have it.`);
  }
  expect(await given.read(id)).toMatchObject({
    state: 'acknowledged',
    owner: { name: first.name, via: 'sms', phone: first.phone },
    next_step_at: null,
    events: [{ kind: 'opened' }, { kind: 'answered', data: { answer: 'have' } }],
  });
  // The phone of the person who pressed reads who has it, also if the app is closed.
  const pushed = server.db.selectFrom('push_message').select('payload');
  await expect.poll(() => pushed.execute()).toHaveLength(1);
  expect(JSON.parse((await pushed.executeTakeFirstOrThrow()).payload)).toMatchObject({
    kind: 'incident',
    owner: first.name,
  });
  expect((await given.reply(second.phone, '1')).body).toContain(`${first.name} already has it.`);
  expect(await given.check()).toBe(0);
});

test('a reply that the provider reports again changes neither a later answer nor a newer incident', async () => {
  const given = await ground();
  const { first } = given;
  const sid = `SM${'a'.repeat(32)}`;
  const older = await given.open();
  expect((await given.reply(first.phone, '1', { sid })).body).toContain('You have it.');
  await given.reply(first.phone, '2');
  await given.reply(first.phone, '1', { sid });
  expect(await given.read(older)).toMatchObject({ state: 'open' });

  const newer = await given.open();
  await given.reply(first.phone, '1', { sid });
  for (const id of [older, newer]) expect(await given.read(id)).toMatchObject({ state: 'open' });
  expect((await given.read(older)).events.filter(({ kind }) => kind === 'answered')).toHaveLength(2);
  await given.reply(first.phone, '1');
  expect(await given.read(newer)).toMatchObject({ state: 'acknowledged', owner: { name: first.name } });
});

test('a person who acknowledges a call hears what to do, as the subscriber wrote it', async () => {
  const given = await ground({ procedure: '1. Call Ana.\n2. Go to <gate B> & wait.' });
  const { toFirst, toSecond } = await placeCalls(given, await given.open());
  const have = await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['1'] });
  expect(have.spoken.at(-1)).toMatch(
    /: You have it\. .* What to do: 1\. Call Ana\. 2\. Go to <gate B> & wait\.$/,
  );
  const other = await runCall(given.provider, toSecond, { answeredBy: 'human', keys: ['1'] });
  expect(other.spoken.at(-1)).toMatch(/already has it\. Thank you\.$/);
});

test('in the call of a drill every sentence starts with DRILL, and the procedure is not read as if it was real', async () => {
  const given = await ground({ procedure: 'Call 911. Go to gate B.' });
  const { toFirst, toSecond } = await placeCalls(given, await given.open('drill'));
  const calls = [
    await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['7', '*', '2'] }),
    await runCall(given.provider, toSecond, { answeredBy: 'human', keys: ['7', '1'] }),
  ];
  for (const { spoken } of calls) {
    expect(spoken.filter((text) => !text.startsWith('DRILL. '))).toEqual([]);
    expect(spoken).toContain('DRILL. Callpoint received no answer. Goodbye.');
    expect(spoken).toContain('DRILL. Press 1 if you have it. Press 2 if you can’t help.');
  }
  expect(calls[1]?.spoken.at(-1)).toMatch(
    /: You have it\. Thank you\. This is practice: do not call 911\. In a real emergency, you would do this: Call 911\. Go to gate B\.$/,
  );
  // A key after the link has expired.
  const closed_at = '2026-11-01T08:00:00.000Z';
  await given.server.db.updateTable('incident').set({ closed_at, state: 'closed' }).execute();
  const late = await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['1'] });
  expect(late.spoken.at(-1)).toBe('DRILL. This incident can no longer be answered.');
});

test('after the last step, a person who can’t help does not hear that the escalation continues', async () => {
  for (const how of ['press', 'drill'] as const) {
    const given = await ground();
    const id = await given.open(how);
    const { toFirst } = await placeCalls(given, id);
    // The last step, then the end.
    for (let count = 0; count < 2; count += 1) {
      await given.endWait(id);
      expect(await given.check()).toBe(1);
    }
    expect(await given.read(id)).toMatchObject({ state: 'open', run: 2, next_step_at: null });
    const { spoken } = await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['2'] });
    expect(spoken.at(-1)).toMatch(/: Thank you\. No one has it\.$/);
    expect((await given.reply(given.second.phone, '2')).body).toMatch(/: Thank you\. No one has it\.</);
  }
});

test('a call that is delayed until the quiet hours is not made, except in an emergency; afterwards it can be resent', async () => {
  for (const [buttonId, how] of [
    [2, 'press'],
    [5, 'drill'],
    [5, 'press'],
  ] as const) {
    const given = await ground({ buttonId });
    const { server, events, provider } = given;
    const id = await given.open(how);
    given.fallQuiet();
    await given.endWait(id);
    expect(await given.check()).toBe(1);
    if (buttonId === 5 && how === 'press') {
      await provider.waitForCalls(2);
      continue;
    }
    await events.reached('failed', 2);
    expect(provider.calls).toEqual([]);
    const message = server.db.selectFrom('delivery').select(['id', 'state', 'reason_code']);
    const calls = await message.where('channel', '=', 'voice').orderBy('id').execute();
    expect(calls).toMatchObject([
      { state: 'failed', reason_code: 'voice-quiet-hours' },
      { state: 'failed', reason_code: 'voice-quiet-hours' },
    ]);
    // Neither number is at fault: no address is stored as bad.
    expect(await server.db.selectFrom('bad_address').selectAll().execute()).toEqual([]);
    // No one was called: the next step need not wait.
    expect(await given.check()).toBe(1);

    given.endQuiet();
    expect((await given.resend(calls[0]?.id ?? 0)).status).toBe(200);
    expect(await provider.waitForCalls(1)).toHaveLength(1);
  }
});

test('a call that the provider could not make is not made after someone has the incident: it would say that no one has', async () => {
  for (const isAnswered of [true, false]) {
    const given = await ground();
    const { server, events, provider, first, second } = given;
    const id = await given.open();
    provider.behave(() => ({ status: 503, text: 'Try later' }));
    await given.endWait(id);
    expect(await given.check()).toBe(1);
    await events.reached('pending', 2);
    provider.behave();
    if (isAnswered) await given.reply(first.phone, '1');
    await given.retry();
    if (!isAnswered) {
      await provider.waitForCalls(2);
      continue;
    }
    await events.reached('skipped', 2);
    expect(provider.calls).toEqual([]);
    const message = server.db.selectFrom('delivery').select(['state', 'reason_code']);
    const skipped = { state: 'skipped', reason_code: 'incident-answered' };
    expect(await message.where('channel', '=', 'voice').execute()).toEqual([skipped, skipped]);

    // The owner withdraws: the next step starts immediately, and its messages are sent.
    const sent = provider.messages.length;
    await given.reply(first.phone, '2');
    expect(await given.check()).toBe(1);
    const messages = await provider.waitFor(sent + 2);
    expect(messages.slice(sent).map(({ to }) => to)).toContain(second.phone);
  }
});

test('a resent call is not made to a number that no longer agrees, except in an emergency, until it agrees again', async () => {
  for (const [buttonId, how, calls] of [
    [2, 'press', 2],
    [5, 'drill', 2],
    [5, 'press', 3],
  ] as const) {
    const given = await ground({ buttonId });
    const { server, events, provider, first, second } = given;
    const { toFirst } = await placeCalls(given, await given.open(how));
    await runCall(provider, toFirst, { status: 'busy' });
    await given.agree([second.phone]);
    const message = server.db.selectFrom('delivery').select(['id', 'state', 'reason_code']);
    const call = message.where('channel', '=', 'voice').where('address', '=', toFirst.to);
    const { id } = await call.executeTakeFirstOrThrow();
    expect((await given.resend(id)).status).toBe(200);
    if (calls === 2) {
      await events.reached('failed', 1);
      expect(await call.execute()).toEqual([{ id, state: 'failed', reason_code: 'voice-not-agreed' }]);
    }
    expect(await provider.waitForCalls(calls)).toHaveLength(calls);
    if (calls === 3) continue;

    await given.agree([first.phone, second.phone]);
    expect((await given.resend(id)).status).toBe(200);
    expect(await provider.waitForCalls(3)).toHaveLength(3);
  }
});

test('a call whose key the provider reports again does not undo a later answer', async () => {
  const given = await ground();
  const id = await given.open();
  const { toFirst } = await placeCalls(given, id);
  await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['1'] });
  await given.reply(given.first.phone, '2');
  await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['1'] });
  expect(await given.read(id)).toMatchObject({ state: 'open' });
});

test('a key pressed during a call acknowledges the incident for the person who was called', async () => {
  const given = await ground();
  const id = await given.open();
  const { toFirst, toSecond } = await placeCalls(given, id);
  const can = await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['2'] }, { times: 2 });
  expect(can.spoken.at(-1)).toMatch(/Thank you. The escalation continues.$/);
  const have = await runCall(given.provider, toSecond, { answeredBy: 'human', keys: ['1'] }, { times: 2 });
  expect(have.spoken.at(-1)).toMatch(/You have it. Thank you. Please go or call now.$/);
  const read = await given.read(id);
  expect(read).toMatchObject({
    state: 'acknowledged',
    owner: { name: given.second.name, via: 'voice', phone: given.second.phone },
  });
  expect(read.events.map(({ kind }) => kind)).toEqual(['opened', 'step', 'answered', 'answered']);
});

test('after calls that only machines picked up, the next step starts; a late key still counts', async () => {
  const given = await ground();
  const id = await given.open();
  const { toFirst, toSecond } = await placeCalls(given, id);
  const before = given.wakes();
  await runCall(given.provider, toFirst, { answeredBy: 'machine_start' });
  expect(await given.check()).toBe(0);
  await runCall(given.provider, toSecond, { status: 'no-answer' });
  expect(given.wakes()).toBe(before + 2);
  expect(await given.check()).toBe(1);
  const { events } = await given.read(id);
  expect(events.at(-1)).toMatchObject({ kind: 'step', data: { run: 2, reason: 'undelivered' } });
  await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['1'] });
  expect(await given.read(id)).toMatchObject({ state: 'acknowledged', owner: { name: given.first.name } });
});

test('SMS that the provider reports as undelivered start the next step', async () => {
  const given = await ground();
  const id = await given.open();
  await given.events.reached('sent', 2);
  for (const { sid, statusCallback } of given.provider.messages) {
    const receipt = { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30003' };
    expect(await given.provider.call(statusCallback ?? '', receipt)).toMatchObject({ status: 200 });
  }
  expect(given.wakes()).toBe(2);
  expect(await given.check()).toBe(1);
  expect(await given.read(id)).toMatchObject({ run: 1 });
});

test('a reply is about the real press rather than about a drill, and that to a drill says so', async () => {
  const given = await ground();
  const real = await given.open();
  const drill = await given.open('drill');
  await given.reply(given.first.phone, '1');
  expect(await given.read(real)).toMatchObject({ state: 'acknowledged' });
  expect(await given.read(drill)).toMatchObject({ state: 'open' });
  const token = given.subscriber.tokens.team;
  await given.server.post('/tapi/v1/close/incident', { token, body: { id: real, outcome: 'helped' } });
  expect((await given.reply(given.first.phone, '1')).body).toContain('<Message>DRILL. Lone Worker Emergency');
  expect(await given.read(drill)).toMatchObject({ state: 'acknowledged' });
});

test('a late reply about a closed incident leaves an older open one alone, until that sends another SMS', async () => {
  const given = await ground();
  const { first, events, server, subscriber } = given;
  const older = await given.open();
  const newer = await given.open();
  await events.reached('sent', 4);
  const body = { id: newer, outcome: 'helped' };
  await server.post('/tapi/v1/close/incident', { token: subscriber.tokens.team, body });
  expect((await given.reply(first.phone, '1')).body).toContain('This incident is closed. Thank you.');
  expect(await given.read(older)).toMatchObject({ state: 'open', events: [{ kind: 'opened' }] });

  await server.db
    .updateTable('incident')
    .set({ run: 1, next_run_at: new Date().toISOString() })
    .where('id', '=', older)
    .execute();
  expect(await given.check()).toBe(1);
  await events.reached('sent', 6);
  expect((await given.reply(first.phone, '1')).body).toContain('You have it.');
  expect(await given.read(older)).toMatchObject({ state: 'acknowledged' });
});

test('a reply that is no answer is explained to a recipient of an open incident once, and names the press', async () => {
  const given = await ground();
  const { first, second, server } = given;
  expect((await given.reply(first.phone, 'On my way')).body).toContain('<Response/>');
  const id = await given.open();
  const how = `Lone Worker Emergency, ${given.subscriber.worker.name}: Reply only 1 (I have it) or 2 (I can't).`;
  const explains = async (number: string, body: string) =>
    (await given.reply(number, body)).body.replaceAll('&apos;', "'").includes(how);
  expect(await explains(first.phone, 'On my way')).toBe(true);
  // Another machine may reply to each of our messages.
  expect(await explains(first.phone, 'I am driving.')).toBe(false);
  expect(await explains(second.phone, '10 minutes')).toBe(true);
  expect(await explains('+12025559999', 'On my way')).toBe(false);
  expect(await given.read(id)).toMatchObject({ state: 'open', events: [{ kind: 'opened' }] });
  expect((await given.reply(first.phone, '1 - on my way')).body).toContain('You have it.');
  expect(await given.read(id)).toMatchObject({ state: 'acknowledged', owner: { name: first.name } });
  const token = given.subscriber.tokens.team;
  await server.post('/tapi/v1/close/incident', { token, body: { id, outcome: 'helped' } });
  await server.db.updateTable('incident_responder').set({ help_sent_at: null }).execute();
  expect(await explains(second.phone, 'Is it over?')).toBe(false);
});

test('two people who share a mailbox have different numbers: one of them has the incident, and both hear who', async () => {
  const given = await ground();
  const { first, second, server } = given;
  // Both are safety contacts with the mailbox of their office, and no app users.
  await server.db.deleteFrom('app_user').where('phone', 'in', [first.phone, second.phone]).execute();
  const office = [first, second].map(({ name, phone }) => ({ name, phone, email: 'office@safety.example' }));
  await server.db
    .updateTable('settings')
    .set({ setting_value: JSON.stringify(office) })
    .where('setting_key', '=', 'contact_person')
    .execute();
  const id = await given.open();
  await given.reply(second.phone, '2');
  expect((await given.reply(first.phone, '1')).body).toContain('You have it.');
  expect((await given.reply(second.phone, '1')).body).toContain(`${first.name} already has it.`);
  await given.reply(second.phone, '2');
  expect(await given.read(id)).toMatchObject({ state: 'acknowledged', owner: { name: first.name } });
});
