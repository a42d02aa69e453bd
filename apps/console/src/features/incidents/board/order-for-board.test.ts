import { incidentCalls } from '@callpoint/contract/incident-calls';
import { expect, test } from 'vitest';
import { orderForBoard } from './order-for-board.ts';

const [example] = incidentCalls.list.example.response.items;

test('unanswered incidents are first, then overdue responders, real ones before drills, and the oldest first', () => {
  if (!example) throw new Error('the contract has an example');
  const rows = [
    { ...example, id: 1, state: 'acknowledged' as const, opened_at: '2026-11-21T08:00:00.000Z' },
    {
      ...example,
      id: 5,
      state: 'on_the_way' as const,
      opened_at: '2026-11-21T09:30:00.000Z',
      eta_at: '2026-11-21T09:40:00.000Z',
    },
    { ...example, id: 2, is_drill: true, opened_at: '2026-11-21T08:01:00.000Z' },
    { ...example, id: 3, opened_at: '2026-11-21T09:00:00.000Z' },
    { ...example, id: 4, opened_at: '2026-11-21T08:30:00.000Z' },
  ];
  expect(orderForBoard(rows, Date.parse('2026-11-21T09:41:00.000Z')).map(({ id }) => id)).toEqual([
    4, 3, 2, 5, 1,
  ]);
});
