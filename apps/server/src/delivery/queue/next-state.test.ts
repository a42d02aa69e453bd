import { expect, test } from 'vitest';
import { FINAL_STATES, RESENDABLE_STATES } from '@callpoint/contract/deliveries';
import { nextStateAfterLost, nextStateOf } from './next-state.ts';

const CREATED = '2026-11-21T08:00:00.000Z';
const LATER = new Date('2026-11-21T08:10:00.000Z');
const middle = () => 0.5;
const BUSY = { kind: 'temporary', fault: 'mail-busy', providerText: 'Busy.' } as const;
const UNKNOWN_MAILBOX = { kind: 'permanent', fault: 'mailbox-unknown', providerText: 'Gone.' } as const;
const tried = { channel: 'email', attempts: 1, created_at: CREATED } as const;

test('accepted and permanently rejected messages are final, and temporary faults are not', () => {
  const states = [{ kind: 'sent', providerText: 'x' } as const, UNKNOWN_MAILBOX, BUSY].map(
    (outcome) => nextStateOf(tried, outcome, LATER, middle).state,
  );
  expect(states).toEqual(['sent', 'failed', 'pending']);
  expect(FINAL_STATES).toContain('failed');
  expect(RESENDABLE_STATES).not.toContain('sent');
});

test('after a temporary fault a message waits as scheduled, from the end of the attempt', () => {
  expect(nextStateOf(tried, { ...BUSY, providerText: 'Busy.\r\n' }, LATER, middle)).toEqual({
    state: 'pending',
    reason: { code: 'mail-busy', providerText: 'Busy.' },
    next_attempt_at: '2026-11-21T08:10:05.000Z',
    sent_at: null,
  });
});

test('gives a message up after 24 hours, or 4 for an SMS', () => {
  const at = new Date('2026-11-21T12:00:00.001Z');
  expect(nextStateOf({ ...tried, channel: 'sms' }, BUSY, at, middle)).toMatchObject({
    state: 'failed',
    reason: { code: 'mail-busy', providerText: 'Busy.', givenUpAfterHours: 4 },
  });
  expect(nextStateOf(tried, BUSY, at, middle).state).toBe('pending');
});

test('retries a lost attempt immediately, even after the retry window, but not forever', () => {
  const late = new Date('2026-11-25T08:00:00.000Z');
  expect(nextStateAfterLost(tried, 0, late, middle)).toEqual({
    state: 'pending',
    reason: { code: 'lost' },
    next_attempt_at: late.toISOString(),
    sent_at: null,
  });
  expect(nextStateAfterLost(tried, 3, late, middle).state).toBe('failed');
});
