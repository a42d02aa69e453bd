import { readFileSync } from 'node:fs';
import { FAULTS, type FaultKind } from '@callpoint/contract/faults';
import { expect, test } from 'vitest';
import { MAIL_REPLIES, SMS_RESPONSES, VOICE_RESPONSES } from '../../src/testing/providers/fault-responses.ts';

/** Faults that are not a provider's response, and the test file that causes them. */
const COVERED_IN: Partial<Record<FaultKind, string>> = {
  lost: 'worker/worker-leases.test.ts',
  'no-answer': 'worker/attempt.test.ts',
  unexpected: 'worker/attempt.test.ts',
  'incident-answered': '../features/provider-hooks/incident-calls.test.ts',
  'mail-server-not-found': 'channels/email/email-faults.sqlite.test.ts',
  'mail-slow': 'channels/email/email-faults.sqlite.test.ts',
  'mail-silent': 'channels/email/email-faults.sqlite.test.ts',
  'mail-tls-failed': 'channels/email/email-faults.sqlite.test.ts',
  'mail-unreachable': 'channels/email/email-faults.sqlite.test.ts',
  'mail-broken': 'channels/email/email-faults.sqlite.test.ts',
  'mail-cut': 'channels/email/email-faults.sqlite.test.ts',
  'mail-not-smtp': 'channels/email/email-faults.sqlite.test.ts',
  'mail-misconfigured': 'channels/email/email-faults.sqlite.test.ts',
  'mail-unsendable': 'channels/email/email-faults.sqlite.test.ts',
  'mail-unknown': 'channels/email/email-faults.sqlite.test.ts',
  'mail-address-unusable': 'channels/email/email.test.ts',
  'sms-unreachable': 'channels/sms/sms.test.ts',
  'sms-slow': 'channels/sms/sms.test.ts',
  'sms-cut': 'channels/sms/sms.test.ts',
  'sms-unknown': 'channels/sms/sms.test.ts',
  'sms-undelivered': 'channels/sms/sms.test.ts',
  'voice-no-answer': '../features/provider-hooks/voice.test.ts',
  'voice-busy': '../features/provider-hooks/voice.test.ts',
  'voice-failed': '../features/provider-hooks/voice.test.ts',
  'voice-canceled': '../features/provider-hooks/voice.test.ts',
  'voice-machine': '../features/provider-hooks/voice.test.ts',
  'voice-unheard': '../features/provider-hooks/voice.test.ts',
  'voice-quiet-hours': 'channels/voice/voice.test.ts',
  'voice-not-agreed': 'channels/voice/voice.test.ts',
  'voice-unreachable': 'channels/voice/voice.test.ts',
  'voice-slow': 'channels/voice/voice.test.ts',
  'voice-cut': 'channels/voice/voice.test.ts',
  'voice-unknown': 'channels/voice/voice.test.ts',
  'push-no-subscription': '../features/push/push-channel.test.ts',
  'push-bad-address': '../features/push/push-channel.test.ts',
  'push-rejected': '../features/push/push-channel.test.ts',
  'push-unreachable': '../features/push/push-channel.test.ts',
};

test('a test causes every fault of the table', () => {
  const covered = new Set(
    [...MAIL_REPLIES, ...SMS_RESPONSES, ...VOICE_RESPONSES].map(([, , , , fault]) => fault),
  );
  const uncovered = (Object.keys(FAULTS) as FaultKind[]).filter((fault) => {
    if (covered.has(fault)) return false;
    const file = COVERED_IN[fault];
    return (
      !file ||
      !readFileSync(new URL(`../../src/delivery/${file}`, import.meta.url), 'utf8').includes(`'${fault}'`)
    );
  });
  expect(uncovered).toEqual([]);
});
