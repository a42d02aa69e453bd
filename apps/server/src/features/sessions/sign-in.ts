import { WRONG_PASSWORD } from '@callpoint/contract/error-codes';
import type { Role } from '@callpoint/contract/permissions';
import { recordAudit } from '../../db/history/audit.ts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { Background } from '../../http/background.ts';
import { blockedAccount, CallError } from '../../http/errors/call-error.ts';
import { createSignInHashing } from '../../http/auth/hashing.ts';
import { rememberNetwork } from '../../http/auth/known-networks.ts';
import { startSession } from '../../http/auth/session-tokens.ts';
import { TooManyAttemptsError } from '../../http/auth/sign-in-limit.ts';
import { findAccount, lockAccount, replaceHash, type StoredAccount } from './accounts.repository.ts';
import { checkPassword } from './check-password.ts';
import { sendUnlockLink } from './unlock-sign-in.ts';
import type { SendEmail } from './account-email.ts';

export type SignInDependencies = {
  accounts: AccountsDb;
  background: Background;
  sendEmail: SendEmail | null;
  publicUrl: () => string;
};

const WRONG: Record<Role, string> = {
  admin: 'The email address or password is wrong, or this is not an administrator’s account.',
  team: 'The email address or password is wrong, or this is not a subscriber’s account.',
  app_user: 'The email address or password is wrong.',
};

/** Maximum checks of a sign-in whose account changes meanwhile. */
const MAX_CHECKS = 3;

export type SignedIn = { id: number; token: string };

/**
 * Checks an account's password and starts a session; the audit records every attempt. The response to an
 * unknown address and to a wrong password is the same, and takes equally long. Throws CallError 401, 403 with the reason
 * if the account is blocked, or 429 after too many failures.
 */
export async function signIn(
  needs: SignInDependencies,
  role: Role,
  given: { email: string; password: string },
  address: string,
): Promise<SignedIn> {
  try {
    for (let check = 1; check <= MAX_CHECKS; check += 1) {
      const signedIn = await trySignIn(needs, role, given, address);
      if (signedIn) return signedIn;
    }
    throw new CallError(503, 'The account is being changed. Try again in a moment.', [], 1);
  } catch (error) {
    if (error instanceof CallError) await afterRejection(needs, role, given.email, address, error);
    throw error;
  }
}

/** Null if the account changed while its password was checked: the caller checks again. */
async function trySignIn(
  { accounts, sendEmail }: SignInDependencies,
  role: Role,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<SignedIn | null> {
  const account = await findAccount(accounts, role, { email });
  const attempt = { role, email, account, password, address };
  const { isRight, newHash } = await checkPassword(
    { accounts, sendsEmail: sendEmail !== null },
    attempt,
    createSignInHashing(address),
  );
  if (!account || !isRight) throw new CallError(401, WRONG[role], [], null, WRONG_PASSWORD);
  if (account.blocked) throw blockedAccount(account.blocked);
  const token = await startCheckedSession(accounts, role, account, address);
  if (token === null) return null;
  if (newHash !== null) await replaceHash(accounts, role, account, newHash);
  return { id: account.id, token };
}

/**
 * Starts a session only if the checked password and the status are still those of the account: a change of the
 * password, or a block, either revokes the session or rejects the sign-in.
 */
async function startCheckedSession(
  accounts: AccountsDb,
  role: Role,
  checked: StoredAccount,
  address: string,
): Promise<string | null> {
  return await accounts.transaction(async (tx) => {
    const account = await lockAccount(tx, role, checked.id);
    if (account?.password_hash !== checked.password_hash) return null;
    if (account.blocked) throw blockedAccount(account.blocked);
    await rememberNetwork(tx, { role, accountId: account.id }, address);
    await recordAudit(tx, {
      actor: { role, id: account.id, address },
      action: 'sign in',
      outcome: 'done',
      subject: role,
      subjectId: account.id,
      teamId: account.team_id,
      detail: '',
    });
    return await startSession(tx, role, account.id);
  });
}

async function afterRejection(
  needs: SignInDependencies,
  role: Role,
  email: string,
  address: string,
  error: CallError,
): Promise<void> {
  const account = await findAccount(needs.accounts, role, { email });
  await recordAudit(needs.accounts, {
    actor: { role: 'nobody', id: account?.id ?? null, address },
    action: 'sign in',
    outcome: 'refused',
    subject: role,
    subjectId: account?.id ?? null,
    teamId: account?.team_id ?? null,
    detail: `answered ${error.status}`,
  });
  const { sendEmail } = needs;
  if (!(error instanceof TooManyAttemptsError) || error.kind !== 'account') return;
  if (!account || account.blocked || !sendEmail) return;
  // The response does not wait: its time must not reveal whether the account exists.
  needs.background.run('sending a link to log in', (stopping) =>
    sendUnlockLink({ ...needs, sendEmail }, role, account, stopping),
  );
}
