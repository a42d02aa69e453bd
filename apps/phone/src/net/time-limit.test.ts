import { afterEach, expect, test, vi } from 'vitest';
import { post } from './api.ts';

const NEWER = { any: AbortSignal.any, timeout: AbortSignal.timeout };

afterEach(() => {
  Object.assign(AbortSignal, NEWER);
  vi.unstubAllGlobals();
});

/** As in Safari 15. */
function removeNewerFunctions(): void {
  for (const name of Object.keys(NEWER)) Reflect.deleteProperty(AbortSignal, name);
}

/** The server never responds. */
function hang(_path: string, { signal }: { signal: AbortSignal }): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(new DOMException('', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
}

test('an old browser sends a press, and ends a call that is too slow or stopped', async () => {
  removeNewerFunctions();
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, data: { alert: 'Help is coming' } }));
  const { signal } = new AbortController();
  const sent = await post('/mapi/v1/button_click', { button_id: 5, client_id: 'a' }, { signal });
  expect(sent.data.alert).toBe('Help is coming');

  vi.stubGlobal('fetch', hang);
  const call = (options: object) => post('/mapi/v1/logout', {}, options);
  await expect(call({ timeout: 1, signal })).rejects.toMatchObject({ kind: 'slow' });
  const stop = new AbortController();
  const stopped = call({ signal: stop.signal });
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ kind: 'stopped' });
  await expect(call({ signal: stop.signal })).rejects.toMatchObject({ kind: 'stopped' });
});
