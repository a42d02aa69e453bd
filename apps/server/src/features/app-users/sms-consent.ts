import type { SmsConsent } from '@callpoint/contract/app-users';
import type { Caller } from '../../http/auth/session-tokens.ts';
import { MINUTE } from '../../scheduling/durations.ts';

/** The stored consent of a person to SMS at a number, recorded by the caller now. */
export function consentOf({ role, id }: Caller, number: string, wording: string): string {
  if (role === 'app_user') throw new Error('consent is recorded in the console');
  return JSON.stringify({
    at: new Date().toISOString(),
    by: { role, id },
    number,
    wording,
  } satisfies SmsConsent);
}

/** Milliseconds in which a call is repeated after its response was lost. */
export const REPEATED_WITHIN = 10 * MINUTE;

/** Like `consentOf`, or the stored consent if it is the same one: the call was sent again because its response was lost. */
export function changedConsent(
  stored: string | null,
  caller: Caller,
  number: string,
  wording: string,
  now = new Date(),
): string {
  const next = consentOf(caller, number, wording);
  if (stored === null) return next;
  const { at, ...given } = JSON.parse(stored) as SmsConsent;
  const { at: _, ...asked } = JSON.parse(next) as SmsConsent;
  const isRecent = now.getTime() - Date.parse(at) < REPEATED_WITHIN;
  return isRecent && JSON.stringify(given) === JSON.stringify(asked) ? stored : next;
}
