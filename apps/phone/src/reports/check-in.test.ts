import { expect, test } from 'vitest';
import { nextCall, phaseOf, raiseTime, type StoredCheckIn } from './check-in.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 22, 9, minutes)).toISOString();
const now = (minutes: number) => Date.parse(at(minutes));

const SCHEDULED: StoredCheckIn = {
  client_id: 'a',
  every_minutes: 30,
  grace_minutes: 5,
  until: at(480),
  location: null,
  known: null,
  confirmed_at: null,
  ended_at: null,
  rejection: null,
  is_read: false,
};
const ACTIVE: StoredCheckIn = {
  ...SCHEDULED,
  known: { due_at: at(30), state: 'active', press_client_id: null },
};

test('check-ins that the server does not know are not running', () => {
  expect([phaseOf(SCHEDULED, now(0)), nextCall(SCHEDULED, now(0))]).toEqual(['starting', 'start']);
});

test('the person is asked from the due time to the end of the time to answer', () => {
  expect(raiseTime(ACTIVE)).toBe(at(35));
  expect([29, 30, 34, 35].map((minute) => phaseOf(ACTIVE, now(minute)))).toEqual([
    'running',
    'due',
    'due',
    'overdue',
  ]);
});

test('an answer is sent until the next question, and then says nothing any more', () => {
  const answered = { ...ACTIVE, confirmed_at: at(29) };
  expect([phaseOf(answered, now(31)), nextCall(answered, now(31))]).toEqual(['answered', 'confirm']);
  // The time to answer is over, and only the server knows whether it has heard from the phone.
  expect([phaseOf(answered, now(40)), nextCall(answered, now(40))]).toEqual(['overdue', 'confirm']);
  expect(nextCall(answered, now(59))).toBeNull();
});

test('an end that the server does not know does not hide the time of the alarm', () => {
  const ended = { ...ACTIVE, ended_at: at(20), confirmed_at: at(10) };
  expect([phaseOf(ended, now(21)), nextCall(ended, now(21))]).toEqual(['ending', 'end']);
  expect(phaseOf(ended, now(36))).toBe('overdue');
});

test('check-ins that were ended before the server had them are ended and not started', () => {
  const ended = { ...SCHEDULED, ended_at: at(5) };
  expect([phaseOf(ended, now(6)), nextCall(ended, now(6))]).toEqual(['ending', 'end']);
});

test('nothing is sent after the end', () => {
  const known = { due_at: at(30), state: 'raised', press_client_id: 'b' } as const;
  const raised = { ...ACTIVE, known, confirmed_at: at(36) };
  expect([phaseOf(raised, now(36)), nextCall(raised, now(36))]).toEqual(['raised', null]);
  const rejected = { ...SCHEDULED, rejection: { reason: null, text: '' } };
  expect([phaseOf(rejected, now(1)), nextCall(rejected, now(1))]).toEqual(['rejected', null]);
});
