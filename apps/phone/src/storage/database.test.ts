import { afterEach, expect, test, vi } from 'vitest';
import { outbox } from '../outbox/outbox.ts';
import { submit } from '../outbox/submit.ts';
import { session } from '../session/session.ts';
import { removeItem } from './database.ts';

class Request extends EventTarget {}

/** Storages that fail in the ways of real browsers. */
const STORAGES = {
  'does not exist': undefined,
  'is not allowed': {
    open: () => {
      throw new DOMException('', 'SecurityError');
    },
  },
  // Last: it never ends.
  'never answers': { open: () => new Request() },
};
/** The longest that a press waits for the storage, in milliseconds. */
const LONGEST = 2_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.set(null);
  outbox.set(null);
});

for (const [how, indexedDB] of Object.entries(STORAGES)) {
  test(`a press is sent from memory if the storage ${how}, and says so`, async () => {
    vi.useFakeTimers();
    vi.stubGlobal('indexedDB', indexedDB);
    vi.stubGlobal('IDBRequest', Request);
    const sent: unknown[] = [];
    let respond = () => {};
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      await new Promise<void>((resolve) => (respond = resolve));
      return Response.json({ ok: true, data: { alert: 'Help is coming' } });
    });
    session.set({ token: 'token', user: { id: 1, name: '', email: '', phone: '' }, hasUsedLink: false });
    const result = Promise.resolve({ location: null, follows: false });
    const pressed = submit({ kind: 'button', item_id: 5, label: '' }, { result, until: Date.now() });
    await vi.advanceTimersByTimeAsync(LONGEST + 10);
    const client_id = await pressed;
    expect(sent).toMatchObject([{ client_id, button_id: 5 }]);
    expect(outbox.current()).toMatchObject([{ client_id, is_stored: false, received: null }]);
    respond();
    await vi.advanceTimersByTimeAsync(10);
    expect(outbox.current()).toMatchObject([{ client_id, received: { alert: 'Help is coming' } }]);
    await removeItem(client_id);
    await vi.advanceTimersByTimeAsync(120_000);
  });
}
