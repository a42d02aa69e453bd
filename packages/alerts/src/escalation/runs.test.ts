import type { EscalationPolicy } from '@callpoint/contract/escalation';
import { expect, test } from 'vitest';
import { drillContinues } from './runs.ts';

const step = (...kinds: ('team' | 'consultancy' | 'administrators')[]) => ({
  after: 3,
  to: kinds.map((kind) => ({ kind })),
  by: ['email' as const],
});

test('a drill continues only while a later step notifies someone whom a drill may notify', () => {
  const policy: EscalationPolicy = {
    needs_answer: true,
    steps: [step('team'), step('administrators', 'team'), step('consultancy'), step('administrators')],
    repeat: { times: 0, every: 60 },
    procedure: '',
  };
  expect([0, 1, 2, 3, 4].map((run) => drillContinues(policy, run))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  // A repeat starts with the messages of the press.
  expect(drillContinues({ ...policy, repeat: { times: 1, every: 60 } }, 4)).toBe(true);
});
