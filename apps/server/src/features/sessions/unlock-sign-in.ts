import type { Role } from '@callpoint/contract/permissions';
import { UNLOCK_MINUTES } from '@callpoint/contract/sessions';
import { recordAudit } from '../../db/history/audit.ts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { createLink, createdLinkSince, useLink } from '../../http/auth/account-links.ts';
import { badInput } from '../../http/errors/call-error.ts';
import { rememberNetwork } from '../../http/auth/known-networks.ts';
import { deletePairFailures } from '../../http/auth/sign-in-limit.ts';
import { sendAccountEmail, type SendEmail } from './account-email.ts';
import { findAccount, lockAccount, type StoredAccount } from './accounts.repository.ts';
import { HOUR } from '../../scheduling/durations.ts';

/** Lets the owner of an account sign in while others try to guess its password. */

/** Emails the account a link that allows sign-ins from the network in which it is opened, at most once an hour. */
export async function sendUnlockLink(
  { accounts, sendEmail, publicUrl }: { accounts: AccountsDb; sendEmail: SendEmail; publicUrl: () => string },
  role: Role,
  { id: accountId, email }: StoredAccount,
  stopping: AbortSignal,
): Promise<void> {
  const link = { purpose: 'unlock', role, accountId } as const;
  const token = await accounts.transaction(async (tx) => {
    await lockAccount(tx, role, accountId, 'alone');
    if (await createdLinkSince(tx, link, new Date(Date.now() - HOUR))) return null;
    return await createLink(tx, { ...link, email, minutes: UNLOCK_MINUTES });
  });
  if (token === null) return;
  await sendAccountEmail(
    sendEmail,
    {
      to: email,
      subject: 'Log in to Callpoint from a new network',
      paragraphs: [
        'Someone entered a wrong password for this account many times. Until tomorrow, you can log in only from networks that you used before.',
        'To log in from another network, open this link there:',
        `${publicUrl()}/app/unlock?token=${token}`,
        `It works once, for ${UNLOCK_MINUTES} minutes, and you still need your password. If this was not you, do nothing.`,
      ],
    },
    stopping,
  );
}

/** Allows sign-ins to the link's account from `address`. Throws CallError 400 for a used or expired link. */
export async function unlockSignIn(accounts: AccountsDb, token: string, address: string): Promise<void> {
  await accounts.transaction(async (tx) => {
    const link = await useLink(tx, 'unlock', token);
    if (!link) {
      throw badInput([
        { msg: 'This link was used or has expired. Log in to get a new one.', field: 'token' },
      ]);
    }
    const { role, account_id: accountId, email } = link;
    await rememberNetwork(tx, { role, accountId }, address);
    await deletePairFailures(tx, { role, email, address });
    await recordAudit(tx, {
      actor: { role, id: accountId, address },
      action: 'update',
      outcome: 'done',
      subject: role,
      subjectId: accountId,
      teamId: (await findAccount(tx, role, { id: accountId }))?.team_id ?? null,
      detail: 'allowed sign-ins from this network by an emailed link',
    });
  });
}
