import { expect, test } from 'vitest';
import { accountStorage } from './account-storage.ts';

test('each account of a browser has its own value; anything but what was stored counts as nothing', () => {
  const items = new Map<string, string>([['seen', 'null']]);
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const seen = accountStorage<{ total: number }>('seen');
  expect(seen.read(storage, 1)).toBeUndefined();
  seen.store(storage, 1, { total: 3 });
  seen.store(storage, 2, { total: 7 });
  expect([seen.read(storage, 1), seen.read(storage, 2)]).toEqual([{ total: 3 }, { total: 7 }]);
  items.set('seen', '{');
  expect(seen.read(storage, 1)).toBeUndefined();
});
