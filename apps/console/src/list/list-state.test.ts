import { expect, test } from 'vitest';
import { buildListQuery, readListState, writeListState } from './list-state.ts';

const defaults = {
  sorts: ['id', 'created_at'],
  sort: 'id',
  order: 'desc',
  filters: ['status'],
} as const;

const read = (address: string) => readListState(new URLSearchParams(address), defaults);
const usual = { page: 1, perPage: 20, sort: 'id', order: 'desc', filters: {} };

test('an address without parameters shows the default list', () => {
  expect(read('')).toEqual(usual);
});

test('an address sets page, size, sort and filters', () => {
  expect(read('page=3&per_page=50&sort=created_at&order=asc&status=1&other=x')).toEqual({
    page: 3,
    perPage: 50,
    sort: 'created_at',
    order: 'asc',
    filters: { status: '1' },
  });
});

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'per_page=21', 'sort=password', 'order=up', 'status='])(
  '%s is ignored',
  (address) => {
    expect(read(address)).toEqual(usual);
  },
);

test('a state that is written to an address is read back unchanged, and defaults are not written', () => {
  const state = read('page=3&per_page=50&sort=created_at&order=asc&status=1');
  expect(readListState(writeListState(state, defaults), defaults)).toEqual(state);
  expect(writeListState(read(''), defaults).toString()).toBe('');
});

test('parameters that do not belong to the list stay', () => {
  const address = new URLSearchParams('tab=log&page=2');
  expect(writeListState(read(''), defaults, address).toString()).toBe('tab=log');
});

test('the query of a call has the page, size, sort and filters of the address', () => {
  expect(buildListQuery(read('page=2&status=0'))).toEqual({
    page: 2,
    per_page: 20,
    sort: 'id',
    order: 'desc',
    filter_status: '0',
  });
});
