import { expect, test } from 'vitest';
import { readHidden, writeHidden } from './hidden-columns.ts';

function storage(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('each table stores its own choice; without hidden columns nothing is stored', () => {
  const own = storage();
  writeHidden(own, 'users', ['email', 'phone']);
  expect(readHidden(own, 'users')).toEqual(['email', 'phone']);
  expect(readHidden(own, 'others')).toEqual([]);
  writeHidden(own, 'users', []);
  expect(own.kept.size).toBe(0);
});

test.each(['', '{', '{}', 'null', '"email"'])('%j counts as nothing hidden', (text) => {
  expect(readHidden(storage(new Map([['hiddenColumns:users', text]])), 'users')).toEqual([]);
});

test('a browser without storage causes no error', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => writeHidden(full, 'users', ['email'])).not.toThrow();
});
