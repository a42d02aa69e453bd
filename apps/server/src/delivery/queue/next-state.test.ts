import { expect, test } from 'vitest';
import { FINAL_STATES, RESENDABLE_STATES } from '@callpoint/contract/deliveries';
import { cleanProviderText } from '../channels/channel.ts';
import { nextStateAfterLost, computeNextState } from './next-state.ts';

const CREATED = '2026-11-21T08:00:00.000Z';
const LATER = new Date('2026-11-21T08:10:00.000Z');
const middle = () => 0.5;
const BUSY = { kind: 'temporary', fault: 'mail-busy', providerText: 'Busy.' } as const;
const UNKNOWN_MAILBOX = { kind: 'permanent', fault: 'mailbox-unknown', providerText: 'Gone.' } as const;
const tried = { channel: 'email', attempts: 1, created_at: CREATED } as const;

test('accepted and permanently rejected messages are final, and temporary faults are not', () => {
  const states = [{ kind: 'sent', providerText: 'x' } as const, UNKNOWN_MAILBOX, BUSY].map(
    (outcome) => computeNextState(tried, outcome, LATER, middle).state,
  );
  expect(states).toEqual(['sent', 'failed', 'pending']);
  expect(FINAL_STATES).toContain('failed');
  expect(RESENDABLE_STATES).not.toContain('sent');
});

test('after a temporary fault a message waits as scheduled, from the end of the attempt', () => {
  expect(computeNextState(tried, { ...BUSY, providerText: 'Busy.\r\n' }, LATER, middle)).toEqual({
    state: 'pending',
    reason: { code: 'mail-busy', providerText: 'Busy.' },
    next_attempt_at: '2026-11-21T08:10:05.000Z',
    sent_at: null,
  });
});

test('gives a message up after 24 hours, or 4 for an SMS', () => {
  const at = new Date('2026-11-21T12:00:00.001Z');
  expect(computeNextState({ ...tried, channel: 'sms' }, BUSY, at, middle)).toMatchObject({
    state: 'failed',
    reason: { code: 'mail-busy', providerText: 'Busy.', givenUpAfterHours: 4 },
  });
  expect(computeNextState(tried, BUSY, at, middle).state).toBe('pending');
});

test('stores the texts that an attempt has, cleaned, and no others', () => {
  const reasonOf = (texts: { providerText?: string; errorText?: string }) =>
    computeNextState(tried, { kind: 'permanent', fault: 'mail-busy', ...texts }, LATER, middle).reason;
  expect(reasonOf({ providerText: 'Busy.\r\n' })).toStrictEqual({ code: 'mail-busy', providerText: 'Busy.' });
  expect(reasonOf({ errorText: 'reset\u0000\r\n' })).toStrictEqual({
    code: 'mail-busy',
    errorText: cleanProviderText('reset\u0000\r\n'),
  });
});

test('a message that its channel skips is not retried, and is no failure', () => {
  const outcome = { kind: 'skipped', fault: 'sms-stopped', providerText: 'STOP' } as const;
  expect(computeNextState({ ...tried, channel: 'sms' }, outcome, LATER, middle)).toEqual({
    state: 'skipped',
    reason: { code: 'sms-stopped', providerText: 'STOP' },
    next_attempt_at: null,
    sent_at: null,
  });
});

test('waits as long as the provider requests, and at least one interval if it was not reached', () => {
  const first = { ...tried, attempts: 0 };
  const next = (outcome: object) =>
    computeNextState(first, { ...BUSY, ...outcome }, LATER, middle).next_attempt_at;
  expect([next({}), next({ retryAfter: 60_000 }), next({ unreached: true })]).toEqual([
    '2026-11-21T08:10:00.000Z',
    '2026-11-21T08:11:00.000Z',
    '2026-11-21T08:10:05.000Z',
  ]);
});

test('retries a lost attempt immediately, even after the retry window, but not forever', () => {
  const late = new Date('2026-11-25T08:00:00.000Z');
  expect(nextStateAfterLost(tried, 0, late, middle)).toEqual({
    state: 'pending',
    reason: { code: 'lost' },
    next_attempt_at: late.toISOString(),
    sent_at: null,
  });
  expect(nextStateAfterLost(tried, 2, late, middle).state).toBe('pending');
  expect(nextStateAfterLost(tried, 3, late, middle)).toEqual({
    state: 'failed',
    reason: { code: 'lost', givenUpAfterHours: 24 },
    next_attempt_at: null,
    sent_at: null,
  });
  expect(nextStateAfterLost(tried, 3, LATER, middle).next_attempt_at).toBe('2026-11-21T08:10:05.000Z');
});
