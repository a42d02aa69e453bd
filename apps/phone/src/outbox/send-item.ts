import { CallFailure, post, postFile } from '../net/api.ts';
import type { Session } from '../session/session.ts';
import { changeItem, type OutboxItem, type SendingProblem } from '../storage/database.ts';
import { callTimeout, isEmergency } from './order.ts';

/** `later`: it stays in the outbox; `after`: the server's own number of seconds to wait, if it named one. */
export type Attempt =
  | { result: 'received' | 'rejected' | 'stopped' }
  | { result: 'signed-out'; failure: CallFailure }
  | { result: 'later'; after: number | null };

/** Sends one item. Its result is stored before this returns. */
export async function sendItem(item: OutboxItem, session: Session, signal: AbortSignal): Promise<Attempt> {
  const options = {
    token: session.token,
    timeout: callTimeout(item.attempts, isEmergency(item)),
    signal,
  };
  try {
    const keys = await uploadPictures(item, options);
    const { data } = await postSubmission(item, keys, options);
    const received = { alert: data.alert, at: new Date().toISOString() };
    await changeItem(item.client_id, () => ({ received, problem: null, pictures: [] }));
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
    const key = picture.key ?? (await postFile('/mapi/v1/images', picture.blob, options)).data.key;
    keys.push(key);
    if (picture.key !== null) continue;
    await changeItem(item.client_id, ({ pictures }) => ({
      pictures: pictures.map((it, at) => (at === index ? { ...it, key } : it)),
    }));
  }
  return keys;
}

async function postSubmission(item: OutboxItem, images: string[], options: Options) {
  try {
    return await post(pathOf(item), bodyOf(item, images), options);
  } catch (error) {
    // The server may be older than the app, and not know a field. An emergency must not fail for that.
    if (!isEmergency(item) || !(error instanceof CallFailure) || error.status !== 400) throw error;
    return await post('/mapi/v1/button_click', { client_id: item.client_id, button_id: 5 }, options);
  }
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
