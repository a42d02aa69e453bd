import { expect, onTestFinished, test, vi } from 'vitest';
import { createEarlyRead } from './early-read-store.ts';

function early(response: () => Promise<Response> = async () => Response.json({ ok: true, items: [1] })) {
  const sent: string[] = [];
  const store = createEarlyRead((url, token) => {
    sent.push(`${token} ${url}`);
    return response();
  });
  return { store, sent };
}

const arrived = () => new Promise((resolve) => setTimeout(resolve));

test('the first identical read waits for an early read in flight', async () => {
  const { store, sent } = early();
  store.start('/rows?page=1', 'a');
  expect(store.loaded('/rows?page=1', 'a')).toBeUndefined();
  expect(await (await store.take('/rows?page=1', 'a'))?.json()).toEqual({ ok: true, items: [1] });
  expect(store.take('/rows?page=1', 'a')).toBeUndefined();
  expect(sent).toEqual(['a /rows?page=1']);
});

test('one reader can draw the rows of a finished early read immediately', async () => {
  const { store } = early();
  store.start('/rows', 'a');
  await arrived();
  expect(store.loaded('/rows', 'a')).toMatchObject({ body: { items: [1] }, at: expect.any(Number) });
  expect(store.loaded('/rows', 'a')).toBeUndefined();
  expect(store.take('/rows', 'a')).toBeUndefined();
});

test('another call or another session does not receive an early read', async () => {
  const { store } = early();
  store.start('/rows?page=1', 'a');
  await arrived();
  expect(store.loaded('/rows?page=2', 'a')).toBeUndefined();
  expect(store.take('/rows?page=1', 'b')).toBeUndefined();
  expect(store.take('/rows?page=1', null)).toBeUndefined();
  expect(store.loaded('/rows?page=1', 'a')).toBeDefined();
});

test('a failed or rejected early read is returned to its reader and not drawn as rows', async () => {
  const broken = early(() => Promise.reject(new Error('broken')));
  const rejected = early(async () => Response.json({ ok: false }, { status: 401 }));
  for (const { store } of [broken, rejected]) store.start('/rows', 'a');
  await arrived();
  for (const { store } of [broken, rejected]) expect(store.loaded('/rows', 'a')).toBeUndefined();
  await expect(broken.store.take('/rows', 'a')).rejects.toThrow('broken');
  expect((await rejected.store.take('/rows', 'a'))?.status).toBe(401);
});

const parts = [
  { url: '/rows', bodyOf: (whole: unknown) => ({ ok: true, items: (whole as { rows: unknown }).rows }) },
  { url: '/total', bodyOf: () => ({ ok: true, data: 3 }) },
];

test('one call has the responses of several, each for its first reader', async () => {
  const { store, sent } = early(async () => Response.json({ ok: true, rows: [1] }));
  store.startParts('/frame', 'a', parts);
  const waiting = store.take('/total', 'a');
  await arrived();
  expect(store.loaded('/rows', 'a')).toMatchObject({ body: { ok: true, items: [1] } });
  expect(await (await waiting)?.json()).toEqual({ ok: true, data: 3 });
  expect(store.take('/rows', 'a')).toBeUndefined();
  expect(sent).toEqual(['a /frame']);
});

test('if the call for several fails, each is sent when it is taken', async () => {
  const responses = [Response.json({ ok: false }, { status: 503 }), Response.json({ ok: true, data: 4 })];
  const { store, sent } = early(async () => responses.shift() ?? Response.error());
  store.startParts('/frame', 'a', parts);
  await arrived();
  expect(store.loaded('/total', 'a')).toBeUndefined();
  expect(await (await store.take('/total', 'a'))?.json()).toEqual({ ok: true, data: 4 });
  expect(sent).toEqual(['a /frame', 'a /total']);
});

test('an old early read is not used', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store } = early();
  store.start('/rows', 'a');
  await arrived();
  vi.advanceTimersByTime(10_001);
  expect(store.loaded('/rows', 'a')).toBeUndefined();
  expect(store.take('/rows', 'a')).toBeUndefined();
});
