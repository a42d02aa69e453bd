import { beforeEach, expect, test, vi } from 'vitest';
import { changeRows, reportChanges } from './change-rows.ts';

const post = vi.hoisted(() =>
  vi.fn<(path: string, body: { ids: number[]; data?: unknown }) => Promise<unknown>>(),
);
vi.mock('./api.ts', () => ({ api: { post } }));

beforeEach(() => void post.mockReset());

const PATH = '/tapi/v1/bulkDelete/app_user';
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('more rows than one call allows are changed in several calls; a failed call fails its rows alone', async () => {
  post.mockImplementation((_, { ids: part }) =>
    part.includes(101)
      ? Promise.reject(new TypeError('offline'))
      : Promise.resolve({
          data: {
            done: part.filter((id) => id !== 7),
            failed: part.includes(7) ? [{ id: 7, msg: 'No.' }] : [],
          },
        }),
  );
  const { done, failed } = await changeRows(PATH, ids(250), { data: { status: 0 } });
  expect(post.mock.calls.map(([path, body]) => [path, body.ids.length, body.data])).toEqual(
    [100, 100, 50].map((count) => [PATH, count, { status: 0 }]),
  );
  expect([done.length, done.includes(101), done.includes(250)]).toEqual([149, false, true]);
  expect(failed.map(({ id }) => id)).toEqual([7, ...ids(200).slice(100)]);
  expect(new Set(failed.slice(1).map(({ msg }) => msg)).size).toBe(1);
});

test('a success is one message; otherwise each reason is shown with the rows that failed', () => {
  const shown: unknown[] = [];
  const alerts = {
    success: (message: string) => void shown.push(message),
    error: (messages: readonly string[]) => void shown.push(messages),
  };
  const report = { doneText: (count: number) => `${count} deleted`, nameOf: (id: number) => `User ${id}` };
  reportChanges(alerts, { done: [1, 2], failed: [] }, report);
  const failed = [
    { id: 2, msg: 'Gone.' },
    { id: 3, msg: 'In use.' },
    { id: 4, msg: 'Gone.' },
  ];
  reportChanges(alerts, { done: [1], failed }, report);
  expect(shown).toEqual(['2 deleted.', ['1 deleted, 3 failed.', 'User 2, User 4: Gone.', 'User 3: In use.']]);
  shown.length = 0;
  // What the changed rows need next is shown only if some were changed.
  const unblocked = {
    ...report,
    doneText: (count: number) => `${count} unblocked`,
    note: 'They must log in again.',
  };
  reportChanges(alerts, { done: [1, 2], failed: [] }, unblocked);
  reportChanges(alerts, { done: [1], failed: [{ id: 2, msg: 'Gone.' }] }, unblocked);
  reportChanges(alerts, { done: [], failed: [{ id: 2, msg: 'Gone.' }] }, unblocked);
  expect(shown).toEqual([
    '2 unblocked. They must log in again.',
    ['1 unblocked, 1 failed. They must log in again.', 'User 2: Gone.'],
    ['0 unblocked, 1 failed.', 'User 2: Gone.'],
  ]);
});
