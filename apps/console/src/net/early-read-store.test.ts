import { expect, test } from 'vitest';
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
