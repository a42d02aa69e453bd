import type { SessionEnd } from '../../lib/session-store.ts';

export type LoginNotice = { kind: 'info' | 'error' | 'success'; text: string };

/**
 * What the login screen says before anybody has tried to log in.
 * @param ended why this tab's session ended, where it knows
 * @param why the same as the address says it, which outlives a reload
 * @param wanted the page that was asked for, if any
 */
export function loginNotice(
  ended: SessionEnd | null,
  why: string | null,
  wanted: string | null,
): LoginNotice | null {
  if (why === 'expired') {
    const back = wanted ? ' Log in to go on where you were.' : '';
    return { kind: 'error', text: `${sessionEndedText(ended)}${back}` };
  }
  if (why === 'logout') return { kind: 'success', text: 'You are logged out.' };
  if (why === 'logout-here') {
    const text =
      'You are logged out on this device. The server could not be reached, so the session there ends by itself, at the latest 12 hours after its last use.';
    return { kind: 'info', text };
  }
  return wanted ? { kind: 'info', text: 'Log in to see this page.' } : null;
}

function sessionEndedText(ended: SessionEnd | null): string {
  const ours = 'Your session has ended.';
  const said = ended?.because === 'expired' ? (ended.msg ?? '') : '';
  // To sign in is what this screen is for.
  const theirs = said.replace(/\s*Please sign in( again)?\.$/, '');
  if (theirs.startsWith(ours)) return theirs;
  return theirs === '' ? ours : `${ours} ${theirs}`;
}
