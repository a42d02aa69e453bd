import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('../storage/database.ts');
  vi.resetModules();
});

/** The module over a storage that works until `hang` is called, and again after `recover`. */
async function openStored() {
  const stored = new Map<string, unknown>();
  let isHanging = false;
  const use = () => {
    if (isHanging) throw new Error('the storage does not answer');
    return stored;
  };
  vi.resetModules();
  vi.doMock('../storage/database.ts', () => ({
    readValue: async (key: string) => use().get(key) ?? null,
    changeValue: async (key: string, change: (value: unknown) => unknown) => {
      const next = change(use().get(key) ?? null);
      stored.set(key, next);
      return next;
    },
  }));
  return {
    ...(await import('./stored.ts')),
    hang: () => (isHanging = true),
    recover: () => (isHanging = false),
  };
}

type Question = { answered: boolean };

test('while the storage does not answer, the value that was stored before is shown, and a change of it lasts', async () => {
  const { changeStored, readStored, hang, recover } = await openStored();
  await changeStored<Question>('a', () => ({ answered: false }));
  hang();
  expect(await readStored('a')).toEqual({ answered: false });
  const answer = (value: Question | null) => ({ ...value, answered: true });
  expect(await changeStored<Question>('a', answer)).toEqual({ answered: true });
  recover();
  expect(await readStored('a')).toEqual({ answered: true });
});

test('a change that fails after a read is made to what was read', async () => {
  const { changeStored, readStored, hang } = await openStored();
  await changeStored<number[]>('b', () => [1]);
  await readStored('b');
  hang();
  expect(await changeStored<number[]>('b', (value) => [...(value ?? []), 2])).toEqual([1, 2]);
});
