import { CallFailure, post, postFile } from '../net/api.ts';
import type { Session } from '../session/session.ts';
import { changeItem, type OutboxItem, type SendingProblem } from '../storage/database.ts';
import { callTimeout, isEmergency, uploadTimeout } from './order.ts';

/** `later`: it stays in the outbox; `after`: the server's own number of seconds to wait, if it named one. */
export type Attempt =
  | { result: 'received' | 'rejected' | 'stopped' }
  | { result: 'signed-out'; failure: CallFailure }
  | { result: 'later'; after: number | null };

/**
 * Sends one item. Its result is stored before this returns. Of the page, its other tabs and the service worker, one uploads
 * the pictures of a form at a time.
 */
export async function sendItem(item: OutboxItem, session: Session, signal: AbortSignal): Promise<Attempt> {
  const locks = navigator.locks as LockManager | undefined;
  if (item.pictures.length === 0 || !locks) return await attemptItem(item, session, signal);
  return await locks.request(`pictures of ${item.client_id}`, { ifAvailable: true }, async (lock) =>
    lock ? await attemptItem(item, session, signal) : { result: 'later' as const, after: null },
  );
}

async function attemptItem(item: OutboxItem, session: Session, signal: AbortSignal): Promise<Attempt> {
  const options = {
    token: session.token,
    timeout: callTimeout(item.attempts, isEmergency(item)),
    signal,
  };
  try {
    const keys = await uploadPictures(item, options);
    const { data, isReduced } = await postSubmission(item, keys, options);
    const received = { alert: data.alert, at: new Date().toISOString() };
    await changeItem(item.client_id, () => ({ received, problem: null, pictures: [] }));
    if (isReduced) await sendLocation(item, options);
    return { result: 'received' };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return await storeFailure(item, error);
  }
}

type Options = { token: string; timeout: number; signal: AbortSignal };

/** Uploads the pictures that are not uploaded yet. Each key is stored, so that no picture is uploaded twice. */
async function uploadPictures(item: OutboxItem, options: Options): Promise<string[]> {
  const keys: string[] = [];
  for (const [index, picture] of item.pictures.entries()) {
    const timeout = uploadTimeout(options.timeout, picture.blob.size);
    const key =
      picture.key ?? (await postFile('/mapi/v1/images', picture.blob, { ...options, timeout })).data.key;
    keys.push(key);
    if (picture.key !== null) continue;
    await changeItem(item.client_id, ({ pictures }) => ({
      pictures: pictures.map((it, at) => (at === index ? { ...it, key } : it)),
    }));
  }
  return keys;
}

/** `isReduced`: the server has accepted the press without its location. */
async function postSubmission(item: OutboxItem, images: string[], options: Options) {
  const full = bodyOf(item, images);
  try {
    return { ...(await post(pathOf(item), full, options)), isReduced: false };
  } catch (error) {
    if (!isEmergency(item) || !isRejectedBody(error)) throw error;
  }
  // The server may be older than the app, and not know a field. An emergency must not fail for that.
  const press = { client_id: item.client_id, button_id: 5 } as const;
  const { pressed_at, sent_at } = full;
  const response = await post('/mapi/v1/button_click', { ...press, pressed_at, sent_at }, options).catch(
    async (error: unknown) => {
      if (!isRejectedBody(error)) throw error;
      return await post('/mapi/v1/button_click', press, options);
    },
  );
  return { ...response, isReduced: true };
}

function isRejectedBody(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 400;
}

/** A location that the server did not accept with the press. Without it the press is complete. */
async function sendLocation({ client_id, location }: OutboxItem, options: Options): Promise<void> {
  if (location) await post('/mapi/v1/location', { client_id, location }, options).catch(() => null);
}

function pathOf({ kind }: OutboxItem): '/mapi/v1/button_click' | '/mapi/v1/form_submission' {
  return kind === 'button' ? '/mapi/v1/button_click' : '/mapi/v1/form_submission';
}

function bodyOf(item: OutboxItem, images: string[]) {
  const { kind, item_id, client_id, pressed_at, location, location_follows, company, message, type } = item;
  const common = { client_id, pressed_at, sent_at: new Date().toISOString(), location, location_follows };
  if (kind === 'button') return { ...common, button_id: item_id as 5 };
  return {
    ...common,
    f_id: item_id as 1,
    company: company || null,
    message,
    ...(type === '' ? {} : { type }),
    ...(images.length === 0 ? {} : { images }),
  };
}

/** Statuses after which the same submission can be accepted later. */
const TEMPORARY = [408, 425, 429];

async function storeFailure(item: OutboxItem, failure: CallFailure): Promise<Attempt> {
  const { status, kind, message } = failure;
  if (kind === 'stopped') return { result: 'stopped' };
  const store = async (code: SendingProblem['code']) => {
    const problem = { code, text: message || null, reason: failure.code, at: new Date().toISOString() };
    await changeItem(item.client_id, ({ attempts }) => ({ attempts: attempts + 1, problem }));
  };
  if (kind === 'rejected' && status === 401) {
    await store('signed-out');
    return { result: 'signed-out', failure };
  }
  if (status === 409 && failure.fields.some((field) => field.startsWith('images'))) {
    // The server deletes pictures that wait for their form for long: they are uploaded again.
    await changeItem(item.client_id, ({ pictures }) => ({
      pictures: pictures.map(({ blob }) => ({ blob, key: null })),
    }));
    await store('busy');
    return { result: 'later', after: null };
  }
  // Only a reason that the person can understand ends an emergency.
  const isFinal = !isEmergency(item) || failure.code !== null;
  if (kind === 'rejected' && isFinal && status < 500 && !TEMPORARY.includes(status)) {
    await store('rejected');
    return { result: 'rejected' };
  }
  await store(
    kind === 'slow' ? 'slow' : kind === 'rejected' ? 'busy' : isOffline() ? 'offline' : 'unreachable',
  );
  return { result: 'later', after: failure.retryAfter };
}

function isOffline(): boolean {
  return !navigator.onLine;
}
