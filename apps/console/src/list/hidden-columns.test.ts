import { expect, test } from 'vitest';
import { readHiddenColumns, writeHiddenColumns } from './hidden-columns.ts';

function storage(stored = new Map<string, string>()) {
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

test('each table stores its own choice; without hidden columns nothing is stored', () => {
  const own = storage();
  writeHiddenColumns(own, 'users', ['email', 'phone']);
  expect(readHiddenColumns(own, 'users')).toEqual(['email', 'phone']);
  expect(readHiddenColumns(own, 'others')).toEqual([]);
  writeHiddenColumns(own, 'users', []);
  expect(own.stored.size).toBe(0);
});

test.each(['', '{', '{}', 'null', '"email"'])('%j counts as nothing hidden', (text) => {
  expect(readHiddenColumns(storage(new Map([['hiddenColumns:users', text]])), 'users')).toEqual([]);
});

test('a browser without storage causes no error', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => writeHiddenColumns(full, 'users', ['email'])).not.toThrow();
});
