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
import { withLock } from '../storage/lock.ts';
import { createStore } from '../store/store.ts';

/** Who is signed in on this phone. The session is stored with the outbox, so that the service worker can send, too. */

export type Session = {
  token: string;
  user: { id: number; name: string; email: string; phone: string };
  /** Signed in with a link, so the person may not know the password. */
  hasUsedLink: boolean;
};

/** Why the server ended the last session: the code of its rejection, and its sentence. The next sign-in starts with the email. */
export type SessionEnd = { code: string | null; text: string; email: string };

const KEY = 'session';
const END_KEY = 'session-end';

export const session = createStore<Session | null>(null);
export const sessionEnd = createStore<SessionEnd | null>(null);

/** A session that could not be stored, because the phone is full, for example: it lasts until the app is closed. */
let unstored: Session | null = null;

/** The stored session, also in the service worker. */
export async function readSession(): Promise<Session | null> {
  return unstored ?? (await readValue<Session>(KEY).catch(() => session.current()));
}

export async function loadSession(): Promise<void> {
  sessionEnd.set(await readValue<SessionEnd>(END_KEY).catch(() => null));
  session.set(await readSession());
}

export type SignedIn = PostResponse<'/mapi/v1/login'>['data'];

export async function startSession({ token, user }: SignedIn, hasUsedLink: boolean): Promise<void> {
  const { id, name, email, phone } = user;
  const started = { token, user: { id, name, email, phone }, hasUsedLink };
  unstored = await writeValue(KEY, started).then(
    () => null,
    () => started,
  );
  await removeValue(END_KEY).catch(() => null);
  sessionEnd.set(null);
  session.set(started);
  tellOthers(null);
}

/** Ends the session on this phone only. */
export async function forgetSession(end: SessionEnd | null): Promise<void> {
  unstored = null;
  await removeValue(KEY).catch(() => null);
  if (end) await writeValue(END_KEY, end).catch(() => null);
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
    unstored = null;
    sessionEnd.set(data);
    void loadSession();
  });
  addEventListener('online', () => void endSessions());
}

export async function signOut(): Promise<void> {
  const token = session.current()?.token;
  await forgetSession(null);
  if (!token) return;
  endedTokens.add(token);
  await writeValue(ENDED, [...endedTokens]).catch(() => null);
  void endSessions();
}

const ENDED = 'ended-sessions';
/** The sessions that were signed out here, until the server has ended them. */
const endedTokens = new Set<string>();

/** Ends the sessions that were signed out here on the server, too. Those that it could not end follow when it is called again. */
export async function endSessions(): Promise<void> {
  await withLock('ended sessions', endOnServer).catch(() => null);
}

async function endOnServer(): Promise<void> {
  const stored = await readValue<string[]>(ENDED).catch(() => null);
  for (const token of stored ?? []) endedTokens.add(token);
  for (const token of endedTokens) {
    await post('/mapi/v1/logout', {}, { token }).then(
      () => endedTokens.delete(token),
      (error: unknown) => {
        // It has ended already.
        if (error instanceof CallFailure && error.status === 401) endedTokens.delete(token);
      },
    );
  }
  await writeValue(ENDED, [...endedTokens]).catch(() => null);
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
  if (stored?.token === used?.token)
    await forgetSession({ code, text: message, email: used?.user.email ?? '' });
  else if (session.current()?.token === used?.token) session.set(stored);
}
