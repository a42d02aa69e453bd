import type { Role } from '@callpoint/contract/permissions';
import type { Db } from '../../db/tables.ts';
import { CallError } from '../../http/call-error.ts';
import { verifyPassword } from '../../http/passwords.ts';
import { forgetFailures, signInSubject, takeAttempt } from '../../http/sign-in-limit.ts';
import { findAccount } from './accounts.repository.ts';

const WRONG: Record<Role, string> = {
  admin: 'The e-mail address or the password is wrong, or this is not an administrator’s account.',
  team: 'The e-mail address or the password is wrong, or this is not a subscriber’s account.',
  app_user: 'The e-mail address or the password is wrong.',
};

/**
 * Checks an account's password and returns its id. The answer to an unknown address and to a wrong password is
 * the same, and takes as long. Throws CallError 401, or 429 after too many failures.
 */
export async function signIn(
  db: Db,
  role: Role,
  given: { email: string; password: string },
  networkAddress: string,
): Promise<{ id: number; status: number }> {
  const subject = signInSubject(role, given.email, networkAddress);
  await takeAttempt(db, subject);
  const account = await findAccount(db, role, given.email);
  const right = await verifyPassword(given.password, account?.password_hash ?? null);
  if (!account || !right) throw new CallError(401, WRONG[role]);
  await forgetFailures(db, subject);
  return { id: account.id, status: account.status };
}
