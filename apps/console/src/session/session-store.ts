import type { FailureCode } from '@callpoint/contract/error-codes';
import type { SignedInUser } from '@callpoint/contract/sessions';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { createStore } from '../store/store.ts';

/** Who is signed in on this browser: stored in local storage, so that every tab and the next visit agree. */
export type Session = { token: string; user: SignedInUser; role: ConsoleRole };

/** Why the session ended; `expired` contains the server's code and sentence if it sent them. */
export type SessionEnd =
  | { because: 'expired'; msg: string | null; code: FailureCode | null }
  | { because: 'logout'; serverNotified: boolean }
  | { because: 'elsewhere' };

export const USER_KEY = 'userInfo';
export const ROLE_KEY = 'userRole';
export const TOKEN_KEY = 'userToken';

/** A logout reloads the page: in the storage of the tab, its confirmation survives that, once. */
export const LOGGED_OUT_KEY = 'loggedOut';

export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Token, user and role together are a session; anything less, or a damaged user, is none. */
export function readSession(storage: SessionStorage): Session | null {
  const token = storage.getItem(TOKEN_KEY);
  const role = storage.getItem(ROLE_KEY);
  const user = parseUser(storage.getItem(USER_KEY));
  if (!token || !user || (role !== 'team' && role !== 'admin')) return null;
  return { token, user, role };
}

function parseUser(text: string | null): SignedInUser | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const isUser = typeof value === 'object' && value !== null && 'id' in value && Boolean(value.id);
    return isUser ? (value as SignedInUser) : null;
  } catch {
    return null;
  }
}

/** `ended` is set only while `session` is null; `expired` is the session that ended because it expired. */
type State = { session: Session | null; ended: SessionEnd | null; expired: Session | null };

export type SessionStore = ReturnType<typeof createSessionStore>;

function takeLogout(tab: SessionStorage): SessionEnd | null {
  const notified = tab.getItem(LOGGED_OUT_KEY);
  tab.removeItem(LOGGED_OUT_KEY);
  return notified === null ? null : { because: 'logout', serverNotified: notified === 'true' };
}

/** A store over `storage`, which all tabs share; call `reread` when another tab may have written to it. */
export function createSessionStore(storage: SessionStorage, tab: SessionStorage) {
  const first = readSession(storage);
  const logout = takeLogout(tab);
  const state = createStore<State>({ session: first, ended: first ? null : logout, expired: null });
  const current = () => state.current().session;
  const change = (session: Session | null, ended: SessionEnd | null, expired: Session | null = null) =>
    state.set({ session, ended, expired });

  return {
    current,
    /** Why the last session of this tab ended; null while signed in, and when there was none. */
    ended: () => state.current().ended,
    /** Whose session expired in this tab: the same person signs in again. */
    expired: () => state.current().expired,
    subscribe: state.subscribe,

    start(session: Session): void {
      storage.setItem(USER_KEY, JSON.stringify(session.user));
      storage.setItem(ROLE_KEY, session.role);
      // Last: other tabs read the session after all three are stored.
      storage.setItem(TOKEN_KEY, session.token);
      change(session, null);
    },

    /** The same session under a new token. */
    renew(token: string): void {
      const session = current();
      if (!session) return;
      storage.setItem(TOKEN_KEY, token);
      change({ ...session, token }, null);
    },

    /** New names of the signed-in person, after the profile was changed. */
    updateUser(user: Partial<SignedInUser>): void {
      const session = current();
      if (!session) return;
      const merged = { ...session.user, ...user };
      storage.setItem(USER_KEY, JSON.stringify(merged));
      change({ ...session, user: merged }, null);
    },

    end(why: SessionEnd): void {
      for (const key of [TOKEN_KEY, USER_KEY, ROLE_KEY]) storage.removeItem(key);
      const before = current();
      if (!before) return;
      if (why.because === 'logout') tab.setItem(LOGGED_OUT_KEY, String(why.serverNotified));
      change(null, why, why.because === 'expired' ? before : null);
    },

    reread(): void {
      const stored = readSession(storage);
      if (JSON.stringify(stored) === JSON.stringify(current())) return;
      change(stored, stored ? null : { because: 'elsewhere' });
    },
  };
}
