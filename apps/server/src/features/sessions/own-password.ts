import { PASSWORD_CHANGED, WRONG_PASSWORD } from '@callpoint/contract/error-codes';
import type { FastifyRequest } from 'fastify';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { CallError, unauthorized } from '../../http/errors/call-error.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { createAccountHashing } from '../../http/auth/hashing.ts';
import { rejectPersonalPassword } from '../../http/auth/password-rules.ts';
import { hashPassword } from '../../http/auth/passwords.ts';
import { revokeSessions } from '../../http/auth/session-revocation.ts';
import { requireLiveSession, SIGN_IN } from '../../http/auth/session-tokens.ts';
import { findAccount, passwordOwner, setPassword, type StoredAccount } from './accounts.repository.ts';
import { checkPassword } from './check-password.ts';

const WRONG = 'The password is wrong.';

/** Throws CallError 403 at `field` unless `password` is the caller's, or 429 after too many failures. */
export async function requirePassword(
  needs: { accounts: AccountsDb; sendsEmail: boolean },
  request: FastifyRequest,
  given: { password: string; field: string },
): Promise<StoredAccount> {
  const caller = getCaller(request);
  const account = await findAccount(needs.accounts, caller.role, { id: caller.id });
  if (!account) throw unauthorized(SIGN_IN);
  const { role } = caller;
  const { isRight } = await checkPassword(
    needs,
    { role, email: account.email, account, password: given.password, address: request.ip },
    createAccountHashing(request),
  );
  if (!isRight) {
    throw new CallError(403, WRONG, [{ msg: WRONG, field: given.field }], null, WRONG_PASSWORD);
  }
  return account;
}

/**
 * Replaces the caller's password and revokes its other sessions. Its own session must be valid in the same transaction:
 * a caller that was signed out meanwhile changes nothing.
 */
export async function changeOwnPassword(
  accounts: AccountsDb,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { role, id, sessionId } = getCaller(request);
  rejectPersonalPassword(password, await passwordOwner(accounts, role, id), 'password');
  const passwordHash = await createAccountHashing(request)(() => hashPassword(password));
  await accounts.transaction(async (tx) => {
    await setPassword(tx, getTenantDb(request).actor, role, id, passwordHash);
    await requireLiveSession(tx, sessionId);
    await revokeSessions(tx, role, id, PASSWORD_CHANGED, sessionId);
  });
}
