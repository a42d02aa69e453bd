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

test('long texts get more width after all columns have their useful widths', () => {
  const columns = [
    column('name', { minWidth: 80, width: 100, wide: 130, rank: 1 }),
    column('phone', { fixed: true, minWidth: 70, wide: 90, rank: 2 }),
    column('email', { minWidth: 70, width: 110, rank: 3 }),
  ];
  // 220 for the columns; then 20 for the name, 40 for the email, 30 more for the name, 20 for the phone.
  expect([...columnWidths(columns, 0)]).toEqual([
    [
      'name',
      `calc(80px + clamp(0px, ${WIDTH} - 220px, 20px) + clamp(0px, ${WIDTH} - 280px, 30px) + max(0px, ${WIDTH} - 330px) / 2)`,
    ],
    ['phone', `calc(70px + clamp(0px, ${WIDTH} - 310px, 20px))`],
    ['email', `calc(70px + clamp(0px, ${WIDTH} - 240px, 40px) + max(0px, ${WIDTH} - 330px) / 2)`],
  ]);
});

test('times keep their width, and take two lines in rows with full texts', () => {
  const times = [column('at', { isTime: true }), column('sent', { isTime: true, minWidth: 90 })];
  expect([...columnWidths(times, 0).values()]).toEqual(['calc(188px)', 'calc(90px)']);
  expect([...columnWidths(times, 0, true).values()]).toEqual(['calc(100px)', 'calc(90px)']);
});
