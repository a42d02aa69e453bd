import { RECENT_AUTHENTICATION } from '@callpoint/contract/errors';
import { RECENT_MINUTES } from '@callpoint/contract/recent-minutes';
import { CallError } from '../errors/call-error.ts';
import type { Caller } from './session-tokens.ts';

/**
 * Throws CallError 403 with its code unless the caller signed in or confirmed its password within the last minutes:
 * anyone who has only a token, or an unlocked screen, cannot take over the account.
 */
export function requireRecentAuthentication({ authenticatedAt }: Caller, now = new Date()): void {
  if (now.getTime() - Date.parse(authenticatedAt) < RECENT_MINUTES * 60_000) return;
  throw new CallError(403, 'Confirm your password to make this change.', [], null, RECENT_AUTHENTICATION);
}

type Contact<Value> = { email: Value; phone: Value };

/**
 * The email address and phone number in a call that differ from the stored ones. Messages and links to the account are
 * sent there.
 */
export function changedContacts(
  values: Partial<Contact<string | undefined>>,
  before: Contact<string>,
): (keyof Contact<string>)[] {
  return (['email', 'phone'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== before[name],
  );
}
