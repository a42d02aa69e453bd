import type { FaultKind } from '@callpoint/contract/faults';
import { expect, onTestFinished, test } from 'vitest';
import { SMS_RESPONSES } from '../../../testing/providers/fault-responses.ts';
import { gate } from '../../../testing/outbox.ts';
import { startTwilio, type SmsResponse, type SmsStep } from '../../../testing/providers/twilio.ts';
import type { Ownership, OutgoingMessage } from '../channel.ts';
import { receiptFault, smsFault } from './sms-faults.ts';
import { createSmsAdapter, type SmsAdapterOptions } from './sms.ts';

const ownership: Ownership = { signal: new AbortController().signal, isOwned: () => true };
const MESSAGE: OutgoingMessage = {
  id: 1,
  fence: 3,
  address: '+12025550143',
  subject: null,
  body: 'Ana needs help: 38.8977, -77.0365 – “now” 🚨',
  html: null,
  message_key: 'a'.repeat(40),
  priority: 1,
};

async function ground(needs: Partial<SmsAdapterOptions> = {}, from?: string) {
  const provider = await startTwilio(from === undefined ? {} : { from });
  onTestFinished(() => provider.close());
  const sms = createSmsAdapter({
    settings: provider.settings,
    receiptsAt: null,
    isStopped: async () => false,
    ...needs,
  });
  return { provider, send: (message = MESSAGE, owned = ownership) => sms.send(message, owned) };
}

test('sends an SMS with its exact text from our number, and returns the id that Twilio assigned', async () => {
  const receiptsAt = (key: string, attempt: number) =>
    `https://safety.example/hooks/twilio/status?message=${key}&attempt=${attempt}`;
  const { provider, send } = await ground({ receiptsAt });
  const outcome = await send();
  const [received] = provider.messages;
  expect(received).toEqual({
    sid: expect.stringMatching(/^SM/),
    to: MESSAGE.address,
    from: '+12025550100',
    body: MESSAGE.body,
    statusCallback: receiptsAt(MESSAGE.message_key, 3),
    at: expect.any(Number),
  });
  expect(outcome).toEqual({
    kind: 'sent',
    providerText: 'queued',
    providerId: received?.sid,
  });
});

test('requests no receipts without a public address, and sends from a messaging service', async () => {
  const service = `MG${'5'.repeat(32)}`;
  const { provider, send } = await ground({}, service);
  expect(await send()).toMatchObject({ kind: 'sent' });
  expect(provider.messages).toMatchObject([{ from: service, statusCallback: null }]);
});

test('reuses a connection for many messages', async () => {
  const { provider, send } = await ground();
  for (let number = 0; number < 20; number += 1) await send();
  expect(provider.connections()).toBeLessThan(5);
});

test.for(SMS_RESPONSES)('%i with code %s (%s) is %s', async ([status, code, text, kind, fault]) => {
  const { provider, send } = await ground();
  provider.behave(() => ({ status, text, ...(code === undefined ? {} : { code }) }));
  const providerText = code === undefined ? `HTTP ${status}` : `${code} ${text}`;
  expect(await send()).toMatchObject({ kind, fault, providerText });
  expect(provider.messages).toEqual([]);
});

test('reads a Retry-After in seconds or as a date, up to an hour', async () => {
  const { provider, send } = await ground();
  const after = async (value: string) => {
    provider.behave(() => ({ status: 429, code: 20429, headers: { 'retry-after': value } }));
    const outcome = await send();
    return 'retryAfter' in outcome ? outcome.retryAfter : null;
  };
  expect(await after('7')).toBe(7000);
  expect(await after('86400')).toBe(3_600_000);
  expect(await after(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50_000);
  for (const odd of ['-1', 'soon', '0']) expect(await after(odd)).toBeNull();
});

const SILENCES: readonly [SmsStep['at'], 'cut' | 'silent', FaultKind][] = [
  ['request', 'cut', 'sms-cut'],
  ['accepted', 'cut', 'sms-cut'],
  ['request', 'silent', 'sms-slow'],
  ['accepted', 'silent', 'sms-slow'],
];

test.for(SILENCES)(
  'at step %s, a connection that is %s is temporary, because the SMS may have arrived',
  async ([step, how, fault]) => {
    const { provider, send } = await ground({ limit: 300 });
    const { opened, open } = gate();
    onTestFinished(open);
    provider.behave(async ({ at }): Promise<SmsResponse> => {
      if (at !== step) return undefined;
      if (how === 'silent') await opened;
      return 'cut';
    });
    expect(await send()).toMatchObject({ kind: 'temporary', fault });
    expect(provider.messages).toHaveLength(step === 'accepted' ? 1 : 0);
  },
);

test('an unreachable provider and an unknown host are temporary', async () => {
  const { provider, send } = await ground();
  await provider.close();
  expect(await send()).toMatchObject({ kind: 'temporary', fault: 'sms-unreachable' });
  const settings = { ...provider.settings, baseUrl: 'http://no-such-host.invalid' };
  const lost = createSmsAdapter({ settings, receiptsAt: null, isStopped: async () => false });
  expect(await lost.send(MESSAGE, ownership)).toMatchObject({ fault: 'sms-unreachable' });
});

test('an unknown error is temporary, and a receipt without a code is undelivered', () => {
  const unknown = { status: null, code: null, net: 'EODD', message: 'odd', retryAfter: null };
  expect(smsFault(unknown)).toMatchObject({ kind: 'temporary', fault: 'sms-unknown' });
  expect(receiptFault(null)).toBe('sms-undelivered');
});

test('skips a number that has replied STOP', async () => {
  const { provider, send } = await ground({ isStopped: async (number) => number === MESSAGE.address });
  expect(await send()).toMatchObject({ kind: 'skipped', fault: 'sms-stopped' });
  expect(provider.messages).toEqual([]);
  expect(await send({ ...MESSAGE, address: '+12025550144' })).toMatchObject({ kind: 'sent' });
});

test('does not send an SMS that the worker no longer owns, and aborts its call in flight', async () => {
  const { provider, send } = await ground();
  const [abort, requested] = [new AbortController(), Promise.withResolvers<void>()];
  const { opened, open } = gate();
  onTestFinished(open);
  let calls = 0;
  provider.behave(async ({ at }) => {
    if (at !== 'request') return;
    calls += 1;
    requested.resolve();
    await opened;
  });
  expect(await send(MESSAGE, { ...ownership, isOwned: () => false })).toMatchObject({ kind: 'temporary' });
  expect(calls).toBe(0);
  const outcome = send(MESSAGE, { ...ownership, signal: abort.signal });
  await requested.promise;
  abort.abort();
  expect(await outcome).toMatchObject({ kind: 'temporary' });
  expect(await send(MESSAGE, { ...ownership, signal: abort.signal })).toMatchObject({ kind: 'temporary' });
  expect(calls).toBe(1);
});
