import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MailNotSent, type AccountMail } from '../../delivery/channels/account-mail.ts';

export type SendMail = (mail: AccountMail) => Promise<void>;

/** Waits, in milliseconds, before an email that could not be sent is sent again. */
const RETRY_AFTER = [2_000, 10_000, 30_000];

/** Sends an email about an account, with retries. Throws what the last attempt threw. */
export async function sendAccountMail(
  sendMail: SendMail,
  mail: { to: string; subject: string; paragraphs: readonly string[] },
  stopping: AbortSignal,
): Promise<void> {
  const message = {
    messageId: randomUUID(),
    to: mail.to,
    subject: mail.subject,
    text: mail.paragraphs.join('\n\n'),
  };
  for (const pause of RETRY_AFTER) {
    try {
      return await sendMail(message);
    } catch (error) {
      if (stopping.aborted || (error instanceof MailNotSent && !error.isTemporary)) throw error;
      await wait(pause, undefined, { signal: stopping });
    }
  }
  await sendMail(message);
}
