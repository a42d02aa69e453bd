import { PASSWORD_CHANGED } from '@callpoint/contract/error-codes';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { RESET_MINUTES } from '@callpoint/contract/sessions';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { countOpenLinks, createLink, findLink, useLink } from '../../http/auth/account-links.ts';
import { badInput } from '../../http/errors/call-error.ts';
import { rememberNetwork } from '../../http/auth/known-networks.ts';
import { rejectPersonalPassword } from '../../http/auth/password-rules.ts';
import { revokeSessions } from '../../http/auth/session-revocation.ts';
import { sendAccountEmail, type SendEmail } from './account-email.ts';
import { findAccount, lockAccount, passwordOwner, setPassword } from './accounts.repository.ts';

/** Maximum open links of one account. */
const OPEN_LINKS = 3;

/** Emails a link that sets a new password, if the account exists. Throws the error of the last attempt to send it. */
export async function sendResetLink(
  db: AccountsDb,
  sendEmail: SendEmail,
  publicUrl: string,
  request: { email: string; role: ConsoleRole },
  stopping: AbortSignal,
): Promise<void> {
  const account = await findAccount(db, request.role, { email: request.email });
  if (!account || account.blocked) return;
  const link = { purpose: 'reset', role: request.role, accountId: account.id } as const;
  const token = await db.transaction(async (tx) => {
    // The lock serializes concurrent requests: otherwise each of them would be within the limit.
    await lockAccount(tx, link.role, link.accountId, 'alone');
    if ((await countOpenLinks(tx, link)) >= OPEN_LINKS) return null;
    return await createLink(tx, { ...link, email: account.email, minutes: RESET_MINUTES });
  });
  if (token === null) return;
  await sendAccountEmail(
    sendEmail,
    {
      to: account.email,
      subject: 'Set a new password for Callpoint',
      paragraphs: [
        'Someone asked to set a new password for this account. If this was you, open this link:',
        `${publicUrl}/app/reset?token=${token}`,
        `It works once, for ${RESET_MINUTES} minutes. If this was not you, do nothing: your password stays the same.`,
      ],
    },
    stopping,
  );
}

/** Throws CallError 400 for a link that no longer works, or for a password that consists of the account's own words. */
export async function checkResetLink(db: AccountsDb, token: string, password: string): Promise<void> {
  const link = await findLink(db, 'reset', token);
  if (!link) throw noLink();
  rejectPersonalPassword(password, await passwordOwner(db, link.role, link.account_id), 'password');
}

/** Sets the password of a link's account and revokes its sessions. Throws CallError 400 for a used or expired link. */
export async function useResetLink(
  db: AccountsDb,
  token: string,
  passwordHash: string,
  address: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const link = await useLink(tx, 'reset', token);
    if (!link) throw noLink();
    const { role, account_id: accountId } = link;
    await setPassword(tx, { role, id: accountId, address }, role, accountId, passwordHash);
    await revokeSessions(tx, role, accountId, PASSWORD_CHANGED);
    await rememberNetwork(tx, { role, accountId }, address);
  });
}

function noLink() {
  return badInput([{ msg: 'This link was used or has expired. Request a new one.', field: 'token' }]);
}
