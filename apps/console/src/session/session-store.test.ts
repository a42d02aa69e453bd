import { expect, test } from 'vitest';
import { createSessionStore, readSession, type Session, type SessionStorage } from './session-store.ts';

const tess: Session = {
  token: 'token-1',
  role: 'team',
  user: { id: 7, email: 'tess@example.com', first_name: 'Tess', last_name: 'Miller', role: 'team' },
};

function memory(items: Record<string, string> = {}): SessionStorage & { items: Map<string, string> } {
  const map = new Map(Object.entries(items));
  return {
    items: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

const stored = { userInfo: JSON.stringify(tess.user), userRole: 'team', userToken: 'token-1' };

test('all three items together are a session', () => {
  expect(readSession(memory(stored))).toEqual(tess);
});

test.each(['userInfo', 'userRole', 'userToken'])('without %s there is no session', (missing) => {
  const storage = memory(stored);
  storage.removeItem(missing);
  expect(readSession(storage)).toBeNull();
});

test.each([
  ['a user that is no JSON', { userInfo: '{' }],
  ['a user without an id', { userInfo: '{"first_name":"Tess"}' }],
  ['a user that is null', { userInfo: 'null' }],
  ['a role that the console does not have', { userRole: 'app_user' }],
  ['an empty token', { userToken: '' }],
])('%s is not a session', (_what, damage) => {
  expect(readSession(memory({ ...stored, ...damage }))).toBeNull();
});

test('a session that starts is stored under the three keys, and listeners are notified', () => {
  const storage = memory();
  const store = createSessionStore(storage, memory());
  const names: (string | undefined)[] = [];
  store.subscribe(() => names.push(store.current()?.user.first_name));
  store.start(tess);
  expect(Object.fromEntries(storage.items)).toEqual(stored);
  expect(names).toEqual(['Tess']);
});

test('a session that ends leaves only the reason', () => {
  const storage = memory({ ...stored, other: 'kept' });
  const store = createSessionStore(storage, memory());
  store.end({ because: 'expired', msg: null, code: null });
  expect(store.current()).toBeNull();
  expect([...storage.items.keys()]).toEqual(['other']);
  expect(store.ended()).toEqual({ because: 'expired', msg: null, code: null });
  expect(store.expired()).toMatchObject({ role: 'team' });
});

test('a later end does not change the reason of the first', () => {
  const store = createSessionStore(memory(stored), memory());
  store.end({ because: 'logout', serverNotified: true });
  store.end({ because: 'expired', msg: null, code: null });
  expect(store.ended()).toEqual({ because: 'logout', serverNotified: true });
  expect(store.expired()).toBeNull();
});

test('the confirmation of a logout survives one reload of the tab', () => {
  const [storage, tab] = [memory(stored), memory()];
  createSessionStore(storage, tab).end({ because: 'logout', serverNotified: false });
  expect(createSessionStore(storage, tab).ended()).toEqual({ because: 'logout', serverNotified: false });
  expect(createSessionStore(storage, tab).ended()).toBeNull();
});

test('someone who logs in before the reload sees no confirmation of a logout', () => {
  const [storage, tab] = [memory(stored), memory()];
  createSessionStore(storage, tab).end({ because: 'logout', serverNotified: true });
  expect(createSessionStore(memory(stored), tab).ended()).toBeNull();
  expect([...tab.items.keys()]).toEqual([]);
});

test('a sign-out or sign-in of another tab is adopted, and listeners are notified only of changes', () => {
  const storage = memory(stored);
  const store = createSessionStore(storage, memory());
  let serverNotified = 0;
  store.subscribe(() => (serverNotified += 1));
  store.reread();
  expect(serverNotified).toBe(0);
  storage.removeItem('userToken');
  store.reread();
  expect([store.current(), store.ended(), serverNotified]).toEqual([null, { because: 'elsewhere' }, 1]);
  storage.setItem('userToken', 'token-2');
  store.reread();
  expect(store.current()?.token).toBe('token-2');
  expect(store.ended()).toBeNull();
});

test('new names of the person are merged and stored', () => {
  const storage = memory(stored);
  const store = createSessionStore(storage, memory());
  store.updateUser({ first_name: 'Tessa' });
  expect(store.current()?.user).toEqual({ ...tess.user, first_name: 'Tessa' });
  expect(readSession(storage)?.user.first_name).toBe('Tessa');
});
