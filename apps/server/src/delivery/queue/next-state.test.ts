import { expect, test } from 'vitest';
import { FINAL_STATES, RESENDABLE_STATES } from '@callpoint/contract/deliveries';
import { LOST_DETAIL, verdictOf, verdictOfLost } from './next-state.ts';

const MADE = '2026-11-21T08:00:00.000Z';
const LATER = new Date('2026-11-21T08:10:00.000Z');
const middle = () => 0.5;
const BUSY = { kind: 'temporary', fault: 'mail-busy', detail: 'Busy.' } as const;
const GONE = { kind: 'permanent', fault: 'mailbox-unknown', detail: 'Gone.' } as const;
const tried = { channel: 'email', attempts: 1, created_at: MADE } as const;

test('sent and refused for good are final; a passing fault is not', () => {
  const states = [{ kind: 'sent', detail: 'x' } as const, GONE, BUSY].map(
    (outcome) => verdictOf(tried, outcome, LATER, middle).state,
  );
  expect(states).toEqual(['sent', 'failed', 'pending']);
  expect(FINAL_STATES).toContain('failed');
  expect(RESENDABLE_STATES).not.toContain('sent');
});

test('a passing fault waits by the schedule, from the end of the attempt', () => {
  expect(verdictOf(tried, { ...BUSY, detail: 'Busy.\r\n' }, LATER, middle)).toEqual({
    state: 'pending',
    reason: 'Busy.',
    next_attempt_at: '2026-11-21T08:10:05.000Z',
    sent_at: null,
  });
});

test('after 24 hours, or 4 for an SMS, a message is given up', () => {
  const at = new Date('2026-11-21T12:00:00.001Z');
  expect(verdictOf({ ...tried, channel: 'sms' }, BUSY, at, middle)).toMatchObject({
    state: 'failed',
    reason: 'Given up after 4 hours. Busy.',
  });
  expect(verdictOf(tried, BUSY, at, middle).state).toBe('pending');
});

test('a lost attempt is made again at once, even late, but not for ever', () => {
  const late = new Date('2026-11-25T08:00:00.000Z');
  expect(verdictOfLost(tried, 0, late, middle)).toEqual({
    state: 'pending',
    reason: LOST_DETAIL,
    next_attempt_at: late.toISOString(),
    sent_at: null,
  });
  expect(verdictOfLost(tried, 3, late, middle).state).toBe('failed');
});
