import type { Role } from '@callpoint/contract/permissions';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { Hashing } from '../../http/auth/hashing.ts';
import { isKnownNetwork } from '../../http/auth/known-networks.ts';
import { hashPassword, needsRehash, verifyPassword } from '../../http/auth/passwords.ts';
import {
  countAttempt,
  forgiveAttempt,
  getCountedSubjects,
  rejectWhileLocked,
} from '../../http/auth/sign-in-limit.ts';
import type { StoredAccount } from './accounts.repository.ts';

export type PasswordAttempt = {
  role: Role;
  email: string;
  /** Undefined for an address without an account: the check takes equally long. */
  account: StoredAccount | undefined;
  password: string;
  /** The network address of the caller. */
  address: string;
};

export type CheckedPassword = {
  isRight: boolean;
  /** A hash of the password with the current parameters; null if the stored hash has them. */
  newHash: string | null;
};

/**
 * Checks a password, within the limits for guessing. Throws TooManyAttemptsError if one is exceeded, and CallError 429 or
 * 503 if too many passwords are being checked.
 */
export async function checkPassword(
  { accounts, sendsEmail }: { accounts: AccountsDb; sendsEmail: boolean },
  { role, email, account, password, address }: PasswordAttempt,
  hashing: Hashing,
): Promise<CheckedPassword> {
  const isKnown = account ? await isKnownNetwork(accounts, { role, accountId: account.id }, address) : false;
  const limits = getCountedSubjects({ role, email, address }, { isKnown, sendsEmail });
  await rejectWhileLocked(accounts, limits);
  const checked = await hashing(async () => {
    await countAttempt(accounts, limits);
    const stored = account?.password_hash ?? null;
    const isRight = await verifyPassword(password, stored);
    const newHash = isRight && stored !== null && needsRehash(stored) ? await hashPassword(password) : null;
    return { isRight, newHash };
  });
  if (checked.isRight) await forgiveAttempt(accounts, limits);
  return checked;
}
