import type { Role } from '@callpoint/contract/permissions';
import { recordAudit } from '../../db/audit.ts';
import type { Db } from '../../db/tables.ts';
import { CallError } from '../../http/call-error.ts';
import { verifyPassword } from '../../http/passwords.ts';
import { forgetFailures, giveAttemptBack, signInSubject, takeAttempt } from '../../http/sign-in-limit.ts';
import { findAccount } from './accounts.repository.ts';

const WRONG: Record<Role, string> = {
  admin: 'The e-mail address or the password is wrong, or this is not an administrator’s account.',
  team: 'The e-mail address or the password is wrong, or this is not a subscriber’s account.',
  app_user: 'The e-mail address or the password is wrong.',
};

/**
 * Checks an account's password and returns its id; every attempt leaves its line in the audit. The answer to an
 * unknown address and to a wrong password is the same, and takes as long. Throws CallError 401, 403 with the reason
 * where the account is blocked, or 429 after too many failures.
 */
export async function signIn(
  db: Db,
  role: Role,
  given: { email: string; password: string },
  networkAddress: string,
): Promise<number> {
  const subject = signInSubject(role, given.email, networkAddress);
  const account = await findAccount(db, role, given.email);
  const audit = (outcome: 'done' | 'refused', detail: string) =>
    recordAudit(db, {
      actor: { role: outcome === 'done' ? role : 'nobody', id: account?.id ?? null, address: networkAddress },
      action: 'sign in',
      outcome,
      subject: role,
      subjectId: account?.id ?? null,
      teamId: account?.team_id ?? null,
      detail,
    });
  try {
    await takeAttempt(db, subject);
    const right = await verifyPassword(given.password, account?.password_hash ?? null);
    if (!account || !right) throw new CallError(401, WRONG[role]);
    if (account.blocked) throw new CallError(403, account.blocked);
  } catch (error) {
    if (error instanceof CallError) await audit('refused', `answered ${error.status}`);
    if (error instanceof CallError && error.status === 503) await giveAttemptBack(db, subject);
    throw error;
  }
  await forgetFailures(db, subject);
  await audit('done', '');
  return account.id;
}
