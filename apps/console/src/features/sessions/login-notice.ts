import type { SessionEnd } from '../../session/session-store.ts';
import { loginTexts } from '../../texts/login.ts';

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
    const back = wanted ? ` ${loginTexts.goOn}` : '';
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
  const said = ended?.because === 'expired' ? (ended.msg ?? '') : '';
  // To sign in is what this screen is for.
  const theirs = said.replace(/\s*Please sign in( again)?\.$/, '');
  if (theirs.startsWith(ours)) return theirs;
  return theirs === '' ? ours : `${ours} ${theirs}`;
}
