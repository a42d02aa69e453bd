import type { ItemSummary } from '@callpoint/contract/submissions';
import { expect, test } from 'vitest';
import { countFresh, updateSeen } from './record-counts.ts';

const totals = (emergencies: number, questions: number): ItemSummary[] => [
  { kind: 'button', item_id: 5, total: emergencies, last_at: null },
  { kind: 'form', item_id: 1, total: questions, last_at: null },
];

test('nothing is new on a first visit; later records are new until their list is shown', () => {
  let seen = updateSeen({}, totals(3, 0), null);
  expect([...countFresh(seen, totals(3, 0)).values()]).toEqual([0, 0]);

  seen = updateSeen(seen, totals(5, 1), null);
  expect([...countFresh(seen, totals(5, 1)).values()]).toEqual([2, 1]);

  seen = updateSeen(seen, totals(5, 1), { kind: 'button', id: 5 });
  expect([...countFresh(seen, totals(5, 1)).values()]).toEqual([0, 1]);
});

test('after records are deleted, the next one is new again', () => {
  const seen = updateSeen(updateSeen({}, totals(3, 0), null), totals(1, 0), null);
  expect(countFresh(seen, totals(2, 0)).get('button 5')).toBe(1);
});
