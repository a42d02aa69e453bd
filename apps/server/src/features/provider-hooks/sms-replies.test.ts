import { randomUUID } from 'node:crypto';
import type { Delivery } from '@callpoint/contract/deliveries';
import { expect, test, vi } from 'vitest';
import { findOptOuts } from '../../delivery/suppression/opt-outs.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { A_SID, NUMBER, smsWorld } from '../../testing/providers/sms-world.ts';

/** Replies to SMS: STOP, START and HELP, and answers to incidents. */

test('after STOP, messages to a number are neither planned nor sent, until START', async () => {
  const { provider, server, events, worker, sms, outbox, reply, stopped } = await smsWorld();
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
  const { provider, server, events, worker, sms, outbox, reply, stopped } = await smsWorld();
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
  const { reply, stopped } = await smsWorld();
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
  const { reply, stopped } = await smsWorld();
  expect((await reply('help')).body).toContain('Reply STOP');
  expect((await reply('HELP', { OptOutType: 'HELP' })).body).not.toContain('STOP');
  expect(await stopped()).toEqual([]);
});

test('a reply of 1 or 2 answers the incident of its number, and the response is our reply', async () => {
  const answers: unknown[] = [];
  const explained: unknown[] = [];
  const { reply, stopped, provider, server } = await smsWorld({
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
  const { reply } = await smsWorld({
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
  const { reply } = await smsWorld();
  expect((await reply('1')).body).toContain('<Response/>');
});
