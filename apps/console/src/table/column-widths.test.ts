import { expect, test } from 'vitest';
import { columnWidths } from './column-widths.ts';
import type { Column } from './table-types.ts';

const column = (key: string, more: Partial<Column<never>>): Column<never> => ({
  key,
  header: key,
  cell: () => key,
  ...more,
});

const WIDTH = 'var(--table-width)';

test('columns get their useful widths in the order of their ranks, and the others share the rest', () => {
  const columns = [
    column('id', { fixed: true, minWidth: 60 }),
    column('name', { minWidth: 80, width: 130, rank: 2 }),
    column('phone', { fixed: true, minWidth: 70, width: 130, rank: 1 }),
    column('email', { minWidth: 70 }),
  ];
  // 280 for the columns, 40 for the others; then 60 for the phone, then 50 for the name.
  expect([...columnWidths(columns, 40)]).toEqual([
    ['id', 'calc(60px)'],
    ['name', `calc(80px + clamp(0px, ${WIDTH} - 380px, 50px) + max(0px, ${WIDTH} - 430px) / 2)`],
    ['phone', `calc(70px + clamp(0px, ${WIDTH} - 320px, 60px))`],
    ['email', `calc(70px + max(0px, ${WIDTH} - 430px) / 2)`],
  ]);
});

test('times keep their width', () => {
  expect(columnWidths([column('at', { isTime: true })], 0).get('at')).toBe('calc(190px)');
});
