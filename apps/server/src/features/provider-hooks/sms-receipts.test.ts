import { expect, onTestFinished, test } from 'vitest';
import { gate } from '../../testing/outbox.ts';
import type { SmsBehavior } from '../../testing/providers/twilio.ts';
import { NUMBER, smsWorld } from '../../testing/providers/sms-world.ts';

/** What the provider reports about SMS that were sent. */

test('records once that an SMS arrived, even if its receipt is repeated', async () => {
  const { provider, events, worker, sms, outbox } = await smsWorld();
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
  const { provider, server, events, worker, sms, outbox, reply } = await smsWorld();
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
  const { provider, events, worker, sms, outbox } = await smsWorld();
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
  const { provider, events, worker, sms, outbox, reply } = await smsWorld();
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
  const { provider, events, worker, sms, outbox } = await smsWorld();
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
  const { provider, events, worker, sms, outbox } = await smsWorld();
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
