import { randomUUID } from 'node:crypto';
import { EmailNotSentError, type AccountEmail } from '../../delivery/channels/account-email.ts';
import { retry } from '../../scheduling/backoff.ts';

export type SendEmail = (email: AccountEmail) => Promise<void>;

/** Waits before the retries of a failed email, in milliseconds. */
const RETRY_WAITS = [2_000, 10_000, 30_000];

/** Sends an email about an account, with retries. Throws the error of the last attempt. */
export async function sendAccountEmail(
  sendEmail: SendEmail,
  email: { to: string; subject: string; paragraphs: readonly string[] },
  stopping: AbortSignal,
): Promise<void> {
  const message = {
    messageId: randomUUID(),
    to: email.to,
    subject: email.subject,
    text: email.paragraphs.join('\n\n'),
  };
  await retry(() => sendEmail(message), {
    waits: RETRY_WAITS,
    isFinal: (error) => error instanceof EmailNotSentError && !error.isTemporary,
    signal: stopping,
  });
}
