import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConsoleRole } from '@callpoint/contract/permissions';
import { RESET_MINUTES } from '@callpoint/contract/sessions';
import type { Db } from '../../db/tables.ts';
import { MailNotSent, type AccountMail } from '../../delivery/mailer.ts';
import { countOpenLinks, createLink, takeLink } from '../../http/account-links.ts';
import { badInput } from '../../http/call-error.ts';
import { endSessionsOf } from '../../http/session-tokens.ts';
import { findAccount, setPassword } from './accounts.repository.ts';

export type SendMail = (mail: AccountMail) => Promise<void>;

/** Links that one account can have open at a time. */
const OPEN_LINKS = 3;
/** Waits, in milliseconds, before a mail that could not be sent is tried again. */
const RETRY_AFTER = [2_000, 10_000, 30_000];

/** Mails a link that sets a new password, where the account exists. Throws what the last try to send it threw. */
export async function sendResetLink(
  db: Db,
  sendMail: SendMail,
  publicUrl: string,
  asked: { email: string; role: ConsoleRole },
  stopping: AbortSignal,
): Promise<void> {
  const account = await findAccount(db, asked.role, asked.email);
  if (!account || account.blocked) return;
  const link = { purpose: 'reset', role: asked.role, accountId: account.id } as const;
  if ((await countOpenLinks(db, link)) >= OPEN_LINKS) return;
  const token = await createLink(db, { ...link, email: account.email, minutes: RESET_MINUTES });
  const messageId = randomUUID();
  await withRetries(stopping, () =>
    sendMail({
      messageId,
      to: account.email,
      subject: 'Set a new password for Callpoint',
      text: [
        'Someone asked to set a new password for this account. If that was you, open this link:',
        `${publicUrl}/app/reset?token=${token}`,
        `It works once, for ${RESET_MINUTES} minutes. If it was not you, do nothing: your password stays as it is.`,
      ].join('\n\n'),
    }),
  );
}

async function withRetries(stopping: AbortSignal, send: () => Promise<void>): Promise<void> {
  for (const pause of RETRY_AFTER) {
    try {
      return await send();
    } catch (error) {
      if (stopping.aborted || (error instanceof MailNotSent && !error.passing)) throw error;
      await wait(pause, undefined, { signal: stopping });
    }
  }
  await send();
}

/** Sets the password that a link was made for and ends the account's sessions. Throws 400 for a link that is used or old. */
export async function useResetLink(
  db: Db,
  token: string,
  passwordHash: string,
  networkAddress: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, 'reset', token);
    if (!link) {
      throw badInput([{ msg: 'This link has been used or is too old. Ask for a new one.', field: 'token' }]);
    }
    const role = link.role as ConsoleRole;
    const actor = { role, id: link.account_id, address: networkAddress };
    await setPassword(tx, actor, role, link.account_id, passwordHash);
    await endSessionsOf(tx, role, link.account_id);
  });
}
