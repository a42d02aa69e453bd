import { expect, test } from 'vitest';
import { changeRecords, recordNamer } from './change-records.ts';

const RECORDS = [
  { key: 14, id: 7, kind: 'button' },
  { key: 15, id: 7, kind: 'form' },
  { key: 16, id: 8, kind: 'button' },
] as const;

test('a press and a form with the same id are different rows, in the calls and in the result', async () => {
  const calls: unknown[] = [];
  const result = await changeRecords(RECORDS, (table, ids) => {
    calls.push([table, ids]);
    return Promise.resolve(
      table === 'button_click' ? { done: [8], failed: [{ id: 7, msg: 'Gone.' }] } : { done: [7], failed: [] },
    );
  });
  expect(calls).toEqual([
    ['button_click', [7, 8]],
    ['form_submission', [7]],
  ]);
  expect(result).toEqual({ done: [16, 15], failed: [{ id: 14, msg: 'Gone.' }] });
  expect(recordNamer(RECORDS)(14)).toBe('Record 7');
});
