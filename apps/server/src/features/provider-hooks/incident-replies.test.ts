import { pushCalls } from '@callpoint/contract/push';
import { expect, test } from 'vitest';
import { answerWorld } from '../../testing/incidents/answer-world.ts';

/** Replies by SMS to incidents. */

test('a reply of 1 acknowledges the incident for the person with the number; a repeated one changes nothing', async () => {
  const given = await answerWorld();
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
  const given = await answerWorld();
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

test('SMS that the provider reports as undelivered start the next step', async () => {
  const given = await answerWorld();
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
  const given = await answerWorld();
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

test('a reply of 2 to a drill leaves the acknowledgment of a real press alone', async () => {
  const given = await answerWorld();
  const { first, events } = given;
  const real = await given.open();
  await given.reply(first.phone, '1');
  const drill = await given.open('drill');
  await events.reached('sent', 4);
  expect((await given.reply(first.phone, '2')).body).toContain('<Message>DRILL. Lone Worker Emergency');
  expect(await given.read(real)).toMatchObject({ state: 'acknowledged', owner: { name: first.name } });
  const answers = (await given.read(drill)).events.filter(({ kind }) => kind === 'answered');
  expect(answers).toMatchObject([{ data: { answer: 'cannot' } }]);
});

test('a late reply about a closed incident leaves an older open one alone, until that sends another SMS', async () => {
  const given = await answerWorld();
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
  const given = await answerWorld();
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

test('a recipient who replies YES to an open incident is told how to answer, unless that ends a STOP', async () => {
  const given = await answerWorld();
  const { first, second } = given;
  const explains = async (number: string, body: string) =>
    (await given.reply(number, body)).body.includes('Reply only 1 (I have it) or 2');
  expect(await explains(first.phone, 'YES')).toBe(false);
  const id = await given.open();
  expect(await explains(first.phone, 'Yes')).toBe(true);
  expect(await explains(first.phone, 'Yes')).toBe(false);
  expect(await explains(second.phone, 'STOP')).toBe(false);
  expect(await explains(second.phone, 'YES')).toBe(false);
  expect(await explains(second.phone, 'YES')).toBe(true);
  expect(await given.read(id)).toMatchObject({ state: 'open', events: [{ kind: 'opened' }] });
});

test('two people who share a mailbox have different numbers: one of them has the incident, and both hear who', async () => {
  const given = await answerWorld();
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
