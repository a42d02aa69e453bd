import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboard, refreshDashboard } from './dashboard.ts';
import { session } from './session.ts';

/** The phone stores nothing here. */

const ANA = { id: 1, name: 'Ana', email: '', phone: '' };
const BEN = { id: 2, name: 'Ben', email: '', phone: '' };

let answer: (response: Response) => void;

beforeEach(() => {
  session.set({ token: 'anas', user: ANA, hasUsedLink: false });
  vi.stubGlobal('fetch', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = resolve;
    return await promise;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.set(null);
  dashboard.set(null);
});

test('a late response for a person who has signed out is not shown to the next one', async () => {
  const refreshed = refreshDashboard();
  await expect.poll(() => answer).toBeTypeOf('function');
  session.set({ token: 'bens', user: BEN, hasUsedLink: false });
  answer(Response.json({ ok: true, data: { user: ANA, top_text: 'Of Ana' } }));
  await refreshed;
  expect(dashboard.current()).toBeNull();
});
