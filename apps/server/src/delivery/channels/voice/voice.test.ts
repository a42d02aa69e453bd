import { expect, onTestFinished, test } from 'vitest';
import { gate } from '../../../testing/outbox.ts';
import { VOICE_RESPONSES } from '../../../testing/providers/fault-responses.ts';
import { startTwilio, type SmsResponse } from '../../../testing/providers/twilio.ts';
import { actionOf, spokenIn } from '../../../testing/providers/voice-calls.ts';
import type { OutgoingMessage, Ownership } from '../channel.ts';
import { voiceDriver } from './voice-driver.ts';
import { voiceFault } from './voice-faults.ts';
import { createVoiceAdapter, type VoiceAdapterOptions } from './voice.ts';

const ownership: Ownership = { signal: new AbortController().signal, isOwned: () => true };
const MESSAGE: OutgoingMessage = {
  id: 1,
  fence: 3,
  address: '+12025550143',
  subject: null,
  body: 'Ana Flores pressed Lone Worker Emergency. Press 1 if you have it.',
  html: null,
  message_key: 'a'.repeat(40),
  priority: 1,
};
const PUBLIC = 'https://callpoint.example';

async function setUp(needs: Partial<VoiceAdapterOptions> = {}) {
  const provider = await startTwilio();
  onTestFinished(() => provider.close());
  const voice = createVoiceAdapter({
    settings: provider.settings,
    publicUrl: PUBLIC,
    reasonNotToCall: async () => null,
    ...needs,
  });
  const send = (body = MESSAGE.body, owned = ownership) => voice.send({ ...MESSAGE, body }, owned);
  return { provider, send };
}

test('calls from our number, speaks the text twice, and asks for one key and the result', async () => {
  const { provider, send } = await setUp();
  const outcome = await send();
  const [call] = provider.calls;
  expect(call).toMatchObject({ to: MESSAGE.address, from: '+12025550100' });
  expect(outcome).toEqual({ kind: 'sent', providerText: 'queued', providerId: call?.sid });
  expect(provider.messages).toEqual([]);
  const twiml = call?.twiml ?? '';
  expect(twiml).toContain('numDigits="1"');
  expect(spokenIn(twiml)).toEqual([MESSAGE.body, MESSAGE.body, 'Callpoint received no answer. Goodbye.']);
  const query = `?message=${MESSAGE.message_key}&attempt=3`;
  expect(actionOf(twiml)).toBe(`${PUBLIC}/hooks/twilio/voice${query}`);
  const status = `${PUBLIC}/hooks/twilio/voice/status${query}`;
  expect(call?.fields).toMatchObject({
    MachineDetection: 'Enable',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: status,
    StatusCallback: status,
    Timeout: '25',
  });
});

test('a call that asks for no answer does not say that it received none', async () => {
  const { provider, send } = await setUp();
  const news = 'At 1:24 PM, Ana Flores reported being safe.';
  await send(news);
  expect(spokenIn(provider.calls[0]?.twiml ?? '')).toEqual([news, news, 'Goodbye.']);
});

test('speaks hostile texts as text: no markup, no control characters, no long calls', async () => {
  const { provider, send } = await setUp();
  const spokenOf = async (text: string) => {
    expect(await send(text)).toMatchObject({ kind: 'sent' });
    return spokenIn(provider.calls.at(-1)?.twiml ?? '').slice(0, 2);
  };
  const markup = '</Say><Dial>+19005550100</Dial><Say> & "quoted" \'text\'';
  expect(await spokenOf(markup)).toEqual([markup, markup]);
  expect(provider.calls.at(-1)?.twiml).not.toContain('<Dial>');
  expect(await spokenOf('Ana\u0000\u0007 needs\r\n\u2028help\u001b[0m.')).toEqual([
    'Ana needs help [0m.',
    'Ana needs help [0m.',
  ]);
  const [long = ''] = await spokenOf('Help. '.repeat(10_000));
  expect(long).toHaveLength(1000);
  // Escaped, each of these is several characters of the script, whose length the provider limits.
  const [escaped = ''] = await spokenOf('&<>"'.repeat(10_000));
  expect(escaped.length).toBeGreaterThan(300);
  expect(await spokenOf('Lone \ud83d surrogate 😀')).toEqual(Array(2).fill('Lone \ufffd surrogate 😀'));
});

test.for(VOICE_RESPONSES)('%i with code %s (%s) is %s', async ([status, code, text, kind, fault]) => {
  const { provider, send } = await setUp();
  provider.behave(() => ({ status, text, ...(code === undefined ? {} : { code }) }));
  const providerText = code === undefined ? `HTTP ${status}` : `${code} ${text}`;
  expect(await send()).toMatchObject({ kind, fault, providerText });
  expect(provider.calls).toEqual([]);
});

test.for([
  ['request', 'cut', 'voice-cut'],
  ['accepted', 'cut', 'voice-cut'],
  ['accepted', 'silent', 'voice-slow'],
] as const)('at step %s, a connection that is %s is temporary', async ([step, how, fault]) => {
  const { provider, send } = await setUp({ limit: 300 });
  const { opened, open } = gate();
  onTestFinished(open);
  provider.behave(async ({ at }): Promise<SmsResponse> => {
    if (at !== step) return undefined;
    if (how === 'silent') await opened;
    return 'cut';
  });
  expect(await send()).toMatchObject({ kind: 'temporary', fault });
});

test('an unreachable provider and an unknown error are temporary', async () => {
  const { provider, send } = await setUp();
  await provider.close();
  expect(await send()).toMatchObject({ kind: 'temporary', fault: 'voice-unreachable', unreached: true });
  const unknown = { status: null, code: null, net: 'EODD', message: 'odd', retryAfter: null };
  expect(voiceFault(unknown)).toMatchObject({ kind: 'temporary', fault: 'voice-unknown' });
});

test('does not call for a message that the worker no longer owns', async () => {
  const { provider, send } = await setUp();
  expect(await send('Help.', { ...ownership, isOwned: () => false })).toMatchObject({ kind: 'temporary' });
  expect(provider.calls).toEqual([]);
});

test('does not call in the quiet hours, nor a number that has not agreed', async () => {
  for (const fault of ['voice-quiet-hours', 'voice-not-agreed'] as const) {
    const { provider, send } = await setUp({
      reasonNotToCall: async (id) => (id === MESSAGE.id ? fault : null),
    });
    expect(await send()).toEqual({ kind: 'permanent', fault });
    expect(provider.calls).toEqual([]);
  }
});

test('the start-up log states what to configure', () => {
  const settings = { accountSid: 'AC', authToken: 'x', from: '+12025550100', baseUrl: null };
  expect(voiceDriver.summary(settings, PUBLIC)).toBe('Voice   calls over Twilio from +12025550100');
  expect(voiceDriver.summary(null, null)).toContain('set PUBLIC_URL, which receives the keys');
  expect(voiceDriver.summary(null, PUBLIC)).toContain('TWILIO_VOICE_FROM');
});
