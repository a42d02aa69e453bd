import {
  SESSION_EXPIRED,
  SIGN_IN_REQUIRED,
  SIGNED_OUT,
  type FailureCode,
} from '@callpoint/contract/error-codes';
import type { SessionEnd } from '../../session/session-store.ts';
import { loginTexts } from '../../texts/login.ts';

export type LoginNotice = { kind: 'info' | 'error' | 'success'; text: string };

/**
 * The notice of the login screen before the first attempt to log in.
 * @param ended why this tab's session ended, if known
 * @param why that it expired, in the address: it survives a reload
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
  if (wanted) return { kind: 'info', text: loginTexts.toSeeThis };
  if (ended?.because !== 'logout') return null;
  return ended.serverNotified
    ? { kind: 'success', text: loginTexts.youAreOut }
    : { kind: 'info', text: loginTexts.youAreOutHere };
}

/** The server's sentence for these codes says only that the session has ended and that the person must log in. */
const EXPLAINED_BY_LOGIN: readonly (FailureCode | null)[] = [SESSION_EXPIRED, SIGN_IN_REQUIRED, SIGNED_OUT];

function sessionEndedText(ended: SessionEnd | null): string {
  const ours = loginTexts.sessionEnded;
  if (ended?.because !== 'expired' || !ended.msg || EXPLAINED_BY_LOGIN.includes(ended.code)) return ours;
  return `${ours} ${ended.msg}`;
}
