import { expect, test } from 'vitest';
import type { Version } from '@callpoint/contract/versions';
import { historyEntries } from './history-entries.ts';
import type { HistoryField } from './history-of.ts';

const field = (id: number): HistoryField => ({
  id,
  column: 'setting_value',
  label: `Field ${id}`,
  kind: 'text',
  saved: '',
});
const version = (id: number, subject_id: number, old: string | null, current: string): Version => ({
  id,
  subject: 'settings',
  subject_id,
  at: '2026-11-21T08:14:07.000Z',
  actor_role: 'team',
  actor_id: 1,
  actor: 'Maria Lopez',
  changes: { setting_value: { old, new: current } },
});

test('the newest version of each field is current, and the value before the oldest is last', () => {
  const versions = [version(3, 1, 'b', 'c'), version(2, 2, 'x', 'y'), version(1, 1, 'a', 'b')];
  const entries = historyEntries([field(1), field(2)], versions, false);
  expect(
    entries.map(({ field: { id }, value, isCurrent, change }) => [id, value, isCurrent, !change]),
  ).toEqual([
    [1, 'c', true, false],
    [2, 'y', true, false],
    [1, 'b', false, false],
    [2, 'x', false, true],
    [1, 'a', false, true],
  ]);
});

test('the value before the oldest is unknown while older changes are not loaded, and for a new row', () => {
  const of = (old: string | null, hasOlder: boolean) =>
    historyEntries([field(1)], [version(1, 1, old, 'b')], hasOlder).map(({ value }) => value);
  expect(of('a', true)).toEqual(['b']);
  expect(of(null, false)).toEqual(['b']);
});
