import { expect, test } from 'vitest';
import { runCall } from '../../testing/providers/voice-calls.ts';
import { answerWorld, placeCalls } from '../../testing/incidents/answer-world.ts';

/** Keys that people press during calls about incidents. */

test('a person who acknowledges a call hears what to do, as the subscriber wrote it', async () => {
  const given = await answerWorld({ procedure: '1. Call Ana.\n2. Go to <gate B> & wait.' });
  const { toFirst, toSecond } = await placeCalls(given, await given.open());
  const have = await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['1'] });
  expect(have.spoken.at(-1)).toMatch(
    /: You have it\. .* What to do: 1\. Call Ana\. 2\. Go to <gate B> & wait\.$/,
  );
  const other = await runCall(given.provider, toSecond, { answeredBy: 'human', keys: ['1'] });
  expect(other.spoken.at(-1)).toMatch(/already has it\. Thank you\.$/);
});

test('in the call of a drill every sentence starts with DRILL, and the procedure is not read as if it was real', async () => {
  const given = await answerWorld({ procedure: 'Call 911. Go to gate B.' });
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
    const given = await answerWorld();
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
    const given = await answerWorld({ buttonId });
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
    const given = await answerWorld();
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

test('calls and SMS that were skipped because someone had the incident are sent if that person withdraws after the last step', async () => {
  const given = await answerWorld();
  const { server, events, provider, first, second } = given;
  const id = await given.open();
  const sent = provider.messages.length;
  provider.behave(() => ({ status: 503, text: 'Try later' }));
  // The calls, the SMS of the last step, and the end.
  for (let count = 0; count < 3; count += 1) {
    await given.endWait(id);
    expect(await given.check()).toBe(1);
  }
  await events.reached('pending', 4);
  provider.behave();
  await given.reply(first.phone, '1');
  await given.retry();
  await events.reached('skipped', 4);
  expect(provider.calls).toEqual([]);

  const [call] = await server.db
    .selectFrom('delivery')
    .select('id')
    .where('channel', '=', 'voice')
    .where('address', '=', second.phone)
    .execute();
  expect((await given.resend(call?.id ?? 0)).status).toBe(409);
  await given.reply(first.phone, '2');
  const restored = await server.db
    .selectFrom('delivery')
    .select(['address', 'attempts', 'reason_code', 'lease_until', 'wakeable_at'])
    .where('state', '=', 'pending')
    .where('incident_run', '>=', 1)
    .execute();
  const due = { attempts: 0, reason_code: null, lease_until: null, wakeable_at: null };
  expect(restored).toEqual([
    { address: second.phone, ...due },
    { address: second.phone, ...due },
  ]);
  // No step is left: the alarm is raised again, and the worker is woken.
  expect(await given.check()).toBe(1);
  expect((await provider.waitForCalls(1)).map(({ to }) => to)).toEqual([second.phone]);
  const messages = await provider.waitFor(sent + 1);
  expect(messages.slice(sent).map(({ to }) => to)).toEqual([second.phone]);
  const left = server.db
    .selectFrom('delivery')
    .select('address')
    .where('reason_code', '=', 'incident-answered');
  expect(await left.execute()).toEqual([{ address: first.phone }, { address: first.phone }]);
});

test('a message that is stored as skipped only after the owner withdrew is sent with the next step', async () => {
  const given = await answerWorld();
  const { server, provider, first, second } = given;
  const id = await given.open();
  await placeCalls(given, id);
  await given.reply(first.phone, '1');
  await given.reply(first.phone, '2');
  // Its attempt read the incident while the first person had it.
  await server.db
    .updateTable('delivery')
    .set({ state: 'skipped', reason_code: 'incident-answered', sent_at: null })
    .where('channel', '=', 'voice')
    .execute();
  expect(await given.check()).toBe(1);
  const calls = await provider.waitForCalls(3);
  expect(calls.slice(2).map(({ to }) => to)).toEqual([second.phone]);
});

test('a call cannot be resent while someone has the incident, and stays as it is; after that, it can', async () => {
  const given = await answerWorld();
  const { toSecond } = await placeCalls(given, await given.open());
  await runCall(given.provider, toSecond, { status: 'busy' });
  await given.reply(given.first.phone, '1');
  const call = given.server.db.selectFrom('delivery').select(['id', 'state', 'attempts', 'resent_at']);
  const stored = call.where('channel', '=', 'voice').where('address', '=', toSecond.to);
  const before = await stored.executeTakeFirstOrThrow();
  expect(before.state).toBe('failed');
  expect(await given.resend(before.id)).toMatchObject({
    status: 409,
    body: { msg: 'Someone has acknowledged or closed its incident, so it can’t be resent.' },
  });
  expect(await stored.executeTakeFirstOrThrow()).toEqual(before);

  await given.reply(given.first.phone, '2');
  expect((await given.resend(before.id)).status).toBe(200);
  const calls = await given.provider.waitForCalls(3);
  expect(calls.slice(2).map(({ to }) => to)).toEqual([given.second.phone]);
});

test('a resent call is not made to a number that no longer agrees, except in an emergency, until it agrees again', async () => {
  for (const [buttonId, how, calls] of [
    [2, 'press', 2],
    [5, 'drill', 2],
    [5, 'press', 3],
  ] as const) {
    const given = await answerWorld({ buttonId });
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
  const given = await answerWorld();
  const id = await given.open();
  const { toFirst } = await placeCalls(given, id);
  await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['1'] });
  await given.reply(given.first.phone, '2');
  await runCall(given.provider, toFirst, { answeredBy: 'human', keys: ['1'] });
  expect(await given.read(id)).toMatchObject({ state: 'open' });
});

test('a key pressed during a call acknowledges the incident for the person who was called', async () => {
  const given = await answerWorld();
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
  const given = await answerWorld();
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
