import { useState } from 'react';
import { useStore } from '../store/use-store.ts';
import { createSessionStore, ROLE_KEY, TOKEN_KEY, USER_KEY, type Session } from './session-store.ts';

/** The session of this browser. */
export const session = createSessionStore(window.localStorage, window.sessionStorage);

const SESSION_KEYS: readonly (string | null)[] = [TOKEN_KEY, USER_KEY, ROLE_KEY, null];
window.addEventListener('storage', (event) => {
  if (SESSION_KEYS.includes(event.key)) session.reread();
});

/** The session, or null; renders again when it starts, changes or ends, in any tab. */
export function useSession(): Session | null {
  return useStore(session);
}

/** The session of a screen that only a signed-in person sees. */
export function useSignedIn(): Session {
  const now = useSession();
  const [first] = useState(session.current);
  const current = now ?? first;
  if (!current) throw new Error('This screen needs a session.');
  return current;
}
