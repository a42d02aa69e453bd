import { expect, test } from 'vitest';
import { countAttempts, type AttemptOutcome } from './deliveries.ts';

test('counts only attempts, not receipts or `held` entries; the count is null after the log is deleted', () => {
  const of = (...outcomes: AttemptOutcome[]) =>
    countAttempts({ purged_at: null, attempts: outcomes.map((outcome) => ({ outcome })) });
  expect(of()).toBe(0);
  expect(of('temporary', 'lost', 'sent', 'delivered')).toBe(3);
  expect(of('sent', 'undelivered')).toBe(1);
  expect(of('held')).toBe(0);
  expect(countAttempts({ purged_at: '2026-11-21T08:00:00.000Z', attempts: [] })).toBeNull();
});
