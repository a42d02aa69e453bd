import { expect, test } from 'vitest';
import { readTyped, storeTyped } from './remembered-input.ts';

function memory(): Storage & { all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  } as Storage & { all: Map<string, string> };
}

test('only the named fields are stored, never a password', () => {
  const storage = memory();
  storeTyped(storage, 'login', ['email', 'role'], {
    email: 'a@work.example',
    role: 'team',
    password: 'secret',
  });
  expect([...storage.all.values()].join()).not.toContain('secret');
  expect(readTyped(storage, 'login', ['email', 'role', 'password'])).toEqual({
    email: 'a@work.example',
    role: 'team',
  });
});

test('a form that was emptied leaves nothing', () => {
  const storage = memory();
  storeTyped(storage, 'login', ['email'], { email: 'a@work.example' });
  storeTyped(storage, 'login', ['email'], { email: '' });
  expect(storage.all.size).toBe(0);
});

test.each(['', 'null', '[]', '{"email":7}', `{"email":"${'a'.repeat(201)}"}`])(
  'damaged text counts as empty: %s',
  (text) => {
    const storage = memory();
    storage.setItem('typed login', text);
    expect(readTyped(storage, 'login', ['email'])).toEqual({});
  },
);
