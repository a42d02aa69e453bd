import type { SessionEnd } from '../../session/session-store.ts';
import { loginTexts } from '../../texts/login.ts';

export type LoginNotice = { kind: 'info' | 'error' | 'success'; text: string };

/**
 * The notice of the login screen before the first attempt to log in.
 * @param ended why this tab's session ended, if known
 * @param why the same reason in the address, which survives a reload
 * @param wanted the requested page, if any
 */
export function loginNotice(
  ended: SessionEnd | null,
  why: string | null,
  wanted: string | null,
): LoginNotice | null {
  if (why === 'expired') {
    const back = wanted ? ` ${loginTexts.logInToContinue}` : '';
    return { kind: 'error', text: `${sessionEndedText(ended)}${back}` };
  }
  if (why === 'logout') return { kind: 'success', text: loginTexts.youAreOut };
  if (why === 'logout-here') {
    return { kind: 'info', text: loginTexts.youAreOutHere };
  }
  return wanted ? { kind: 'info', text: loginTexts.toSeeThis } : null;
}

function sessionEndedText(ended: SessionEnd | null): string {
  const ours = loginTexts.sessionEnded;
  const message = ended?.because === 'expired' ? (ended.msg ?? '') : '';
  // The login screen need not explain that it is for signing in.
  const theirs = message.replace(/\s*Please sign in( again)?\.$/, '');
  if (theirs.startsWith(ours)) return theirs;
  return theirs === '' ? ours : `${ours} ${theirs}`;
}
