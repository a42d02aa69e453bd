import { INSTALL_LINK_ENDED } from '@callpoint/contract/error-codes';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { recordAudit } from '../../db/history/audit.ts';
import { findLinkedAccount, useLink } from '../../http/auth/account-links.ts';
import { rememberNetwork } from '../../http/auth/known-networks.ts';
import { startSession } from '../../http/auth/session-tokens.ts';
import {
  countAttempt,
  forgiveAttempt,
  getCountedInstall,
  rejectWhileLocked,
} from '../../http/auth/sign-in-limit.ts';
import { blockedAccount, CallError } from '../../http/errors/call-error.ts';
import { findAccount, lockAccount } from './accounts.repository.ts';
import type { SignedIn } from './sign-in.ts';

const ENDED = 'This link was used, has expired or was replaced. Ask your safety team for a new one.';

/**
 * Uses an install link and starts a session; the audit records every attempt. Throws CallError 401 for a link that no
 * longer works, 403 with the reason if the account is blocked, or 429 after too many failures.
 */
export async function signInWithLink(db: AccountsDb, code: string, address: string): Promise<SignedIn> {
  const counted = getCountedInstall(address);
  await rejectWhileLocked(db, counted);
  await countAttempt(db, counted);
  try {
    const signedIn = await db.transaction((tx) => useInstallLink(tx, code, address));
    await forgiveAttempt(db, counted);
    return signedIn;
  } catch (error) {
    if (error instanceof CallError) await auditRejection(db, code, address, error.status);
    throw error;
  }
}

async function useInstallLink(tx: AccountsDb, code: string, address: string): Promise<SignedIn> {
  const id = await findLinkedAccount(tx, 'install', code);
  if (id === null) throw ended();
  // Two phones with the same link: the second waits here, and finds the link used.
  const account = await lockAccount(tx, 'app_user', id, 'alone');
  if (!account) throw ended();
  if (account.blocked) throw blockedAccount(account.blocked);
  if (!(await useLink(tx, 'install', code))) throw ended();
  await rememberNetwork(tx, { role: 'app_user', accountId: id }, address);
  await recordAudit(tx, {
    actor: { role: 'app_user', id, address },
    action: 'sign in',
    outcome: 'done',
    subject: 'app_user',
    subjectId: id,
    teamId: account.team_id,
    detail: 'with an install link',
  });
  return { id, token: await startSession(tx, 'app_user', id) };
}

async function auditRejection(db: AccountsDb, code: string, address: string, status: number): Promise<void> {
  const id = await findLinkedAccount(db, 'install', code);
  const account = id === null ? undefined : await findAccount(db, 'app_user', { id });
  await recordAudit(db, {
    actor: { role: 'nobody', id, address },
    action: 'sign in',
    outcome: 'refused',
    subject: 'app_user',
    subjectId: id,
    teamId: account?.team_id ?? null,
    detail: `answered ${status}`,
  });
}

function ended(): CallError {
  return new CallError(401, ENDED, [], null, INSTALL_LINK_ENDED);
}
