import { readFileSync } from 'node:fs';
import { FAULTS, type FaultKind } from '@callpoint/contract/faults';
import { expect, test } from 'vitest';
import { MAIL_ANSWERS, SMS_ANSWERS } from '../../src/testing/fault-answers.ts';

/** Faults that are no answer of a provider, and the suite that makes them happen. */
const ELSEWHERE: Partial<Record<FaultKind, string>> = {
  lost: 'worker-leases.test.ts',
  'no-answer': 'in-flight.test.ts',
  unexpected: 'in-flight.test.ts',
  'mail-server-not-found': 'channels/email-faults.test.ts',
  'mail-slow': 'channels/email-faults.test.ts',
  'mail-silent': 'channels/email-faults.test.ts',
  'mail-tls-failed': 'channels/email-faults.test.ts',
  'mail-unreachable': 'channels/email-faults.test.ts',
  'mail-broken': 'channels/email-faults.test.ts',
  'mail-cut': 'channels/email-faults.test.ts',
  'mail-not-smtp': 'channels/email-faults.test.ts',
  'mail-misconfigured': 'channels/email-faults.test.ts',
  'mail-unsendable': 'channels/email-faults.test.ts',
  'mail-unknown': 'channels/email-faults.test.ts',
  'mail-address-unusable': 'channels/email.test.ts',
  'sms-unreachable': 'channels/sms.test.ts',
  'sms-slow': 'channels/sms.test.ts',
  'sms-cut': 'channels/sms.test.ts',
  'sms-unknown': 'channels/sms.test.ts',
  'sms-undelivered': 'channels/sms.test.ts',
};

test('every fault of the table is played by a suite', () => {
  const answered = new Set([...MAIL_ANSWERS, ...SMS_ANSWERS].map(([, , , , fault]) => fault));
  const unplayed = (Object.keys(FAULTS) as FaultKind[]).filter((fault) => {
    if (answered.has(fault)) return false;
    const file = ELSEWHERE[fault];
    return !file || !readFileSync(new URL(file, import.meta.url), 'utf8').includes(`'${fault}'`);
  });
  expect(unplayed).toEqual([]);
});
