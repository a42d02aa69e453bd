import {
  CallFailure,
  get,
  post,
  type CallOptions,
  type PhoneGet,
  type PhonePost,
  type PostResponse,
  type Query,
} from '../net/api.ts';
import { readValue, removeValue, writeValue } from '../storage/database.ts';
import { createStore } from '../store/store.ts';

/** Who is signed in on this phone. The session is stored with the outbox, so that the service worker can send, too. */

export type Session = {
  token: string;
  user: { id: number; name: string; email: string; phone: string };
  /** Signed in with a link, so the person may not know the password. */
  hasUsedLink: boolean;
};

/** Why the last session ended: the code of the server's rejection, and its sentence. */
export type SessionEnd = { code: string | null; text: string };

const KEY = 'session';

export const session = createStore<Session | null>(null);
export const sessionEnd = createStore<SessionEnd | null>(null);

/** The stored session, also in the service worker. */
export async function readSession(): Promise<Session | null> {
  // Without usable storage, it lasts until the app is closed.
  return await readValue<Session>(KEY).catch(() => session.current());
}

export async function loadSession(): Promise<void> {
  session.set(await readSession());
}

type SignedIn = PostResponse<'/mapi/v1/login'>['data'];

export async function startSession({ token, user }: SignedIn, hasUsedLink: boolean): Promise<void> {
  const { id, name, email, phone } = user;
  const started = { token, user: { id, name, email, phone }, hasUsedLink };
  await writeValue(KEY, started).catch(() => null);
  sessionEnd.set(null);
  session.set(started);
  tellOthers(null);
}

/** Ends the session on this phone only. */
export async function forgetSession(end: SessionEnd | null): Promise<void> {
  await removeValue(KEY).catch(() => null);
  sessionEnd.set(end);
  session.set(null);
  tellOthers(end);
}

/** The other tabs and the service worker hear of a new or ended session here. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');

function tellOthers(end: SessionEnd | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has only our own origin.
  channel?.postMessage(end);
}

/** Takes over what other tabs and the service worker do with the session. */
export function followSession(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<SessionEnd | null>) => {
    if (data) sessionEnd.set(data);
    void loadSession();
  });
}

export async function signOut(): Promise<void> {
  const token = session.current()?.token;
  await forgetSession(null);
  if (!token) return;
  // Without a network, the server learns of it later.
  await writeValue(ENDED, [...(await endedTokens()), token]).catch(() => null);
  await endSessions();
}

const ENDED = 'ended-sessions';

async function endedTokens(): Promise<string[]> {
  return (await readValue<string[]>(ENDED)) ?? [];
}

/** Tells the server which sessions were signed out on this phone; again at the next start if it cannot be reached. */
export async function endSessions(): Promise<void> {
  const remaining: string[] = [];
  for (const token of await endedTokens()) {
    await post('/mapi/v1/logout', {}, { token }).catch((error: unknown) => {
      // A rejected one is ended already.
      if (error instanceof CallFailure && error.kind !== 'rejected') remaining.push(token);
    });
  }
  if (remaining.length > 0) await writeValue(ENDED, remaining);
  else await removeValue(ENDED);
}

export async function signIn(email: string, password: string): Promise<void> {
  const { data } = await post('/mapi/v1/login', { email, password });
  await startSession(data, false);
}

type Options = Omit<CallOptions, 'token'>;

/** A read of the signed-in person. Throws CallFailure; a session that the server ended is forgotten. */
export async function read<Path extends PhoneGet>(path: Path, query: Query<Path>, options: Options = {}) {
  const current = session.current();
  return await withSession(current, () => get(path, query, { ...options, token: current?.token ?? null }));
}

export async function send<Path extends PhonePost>(
  path: Path,
  body: Parameters<typeof post<Path>>[1],
  options: Options = {},
) {
  const current = session.current();
  return await withSession(current, () => post(path, body, { ...options, token: current?.token ?? null }));
}

async function withSession<Result>(used: Session | null, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CallFailure && error.status === 401) await endRejectedSession(used, error);
    throw error;
  }
}

/** Forgets a session that the server rejected, unless the person has signed in again since then. */
export async function endRejectedSession(
  used: Session | null,
  { code, message }: CallFailure,
): Promise<void> {
  const stored = await readSession();
  if (stored?.token === used?.token) await forgetSession({ code, text: message });
  else if (session.current()?.token === used?.token) session.set(stored);
}
