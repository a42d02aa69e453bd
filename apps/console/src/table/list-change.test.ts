import { expect, test } from 'vitest';
import {
  parseSortValue,
  changePageSize,
  sortChoices,
  toggleSort,
  sortKeys,
  formatSortValue,
} from './list-change.ts';
import type { Column, ListView } from './table-types.ts';

const view: ListView = { page: 4, perPage: 20, sort: 'id', order: 'desc' };
const id: Column<number> = { key: 'id', header: 'Id', cell: String, sort: 'id', firstOrder: 'desc' };
const name: Column<number> = { key: 'name', header: 'Name', cell: String, sort: 'name' };
const location: Column<number> = { key: 'location', header: 'Location', cell: String };

test('a new column is sorted in its own first order, from page 1', () => {
  expect(toggleSort(name, view)).toEqual({ sort: 'name', order: 'asc', page: 1 });
  expect(toggleSort(id, { ...view, sort: 'name' })).toEqual({ sort: 'id', order: 'desc', page: 1 });
});

test('the same column again reverses the order', () => {
  expect(toggleSort(id, view)).toEqual({ sort: 'id', order: 'asc', page: 1 });
});

test('a column without a sort key changes nothing', () => {
  expect(toggleSort(location, view)).toEqual({});
});

test.each([
  [10, 7],
  [20, 4],
  [25, 3],
  [100, 1],
])('%i rows a page show page %i, where the first visible row is', (perPage, page) => {
  expect(changePageSize(perPage, view)).toEqual({ perPage, page });
});

test('every sortable column offers both orders, as text', () => {
  const cost: Column<number> = { key: 'cost', header: 'Cost', cell: String, sort: 'cost', numeric: true };
  expect(sortChoices([id, name, location, cost]).map(({ label }) => label)).toEqual([
    'Id, newest first',
    'Id, oldest first',
    'Name, A to Z',
    'Name, Z to A',
    'Cost, lowest first',
    'Cost, highest first',
  ]);
});

test('the value of a choice is read back as its sort', () => {
  expect(parseSortValue(formatSortValue({ sort: 'created_at', order: 'desc' }))).toEqual({
    sort: 'created_at',
    order: 'desc',
  });
});

test('a list is sorted by the keys of its columns', () => {
  expect(sortKeys([id, name, location])).toEqual(['id', 'name']);
});
