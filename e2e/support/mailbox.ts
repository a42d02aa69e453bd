import { expect } from '@playwright/test';
import type { ReceivedEmail, TestSmtpServer } from '@callpoint/server/testing/providers/smtp';

/** Every sign-up sends an email with this subject. */
const CONFIRMATION = 'Confirm your email address for Callpoint';

/**
 * The emails to an address, oldest first, without confirmation emails. Waits until there are `count`; fails if there are
 * more.
 */
export async function waitForEmails(
  smtp: TestSmtpServer,
  address: string,
  count = 1,
): Promise<ReceivedEmail[]> {
  const emails = () =>
    smtp.mails.filter(({ to, subject }) => to.includes(address) && subject !== CONFIRMATION);
  await expect.poll(() => emails().length, { message: `emails to ${address}` }).toBe(count);
  return emails();
}

/** The link in the newest confirmation email to an address. Waits until there are `count` such emails. */
export async function waitForConfirmationLink(
  smtp: TestSmtpServer,
  address: string,
  count = 1,
): Promise<string> {
  const emails = () =>
    smtp.mails.filter(({ to, subject }) => to.includes(address) && subject === CONFIRMATION);
  await expect.poll(() => emails().length, { message: `confirmations to ${address}` }).toBe(count);
  return getLink(emails().at(-1), 'confirm');
}

/** The link in an email to a page of the console. */
function getLink(email: ReceivedEmail | undefined, page: 'confirm' | 'reset' | 'unlock'): string {
  const link = new RegExp(`http://\\S+/app/${page}\\?token=[\\w-]+`).exec(email?.text ?? '')?.[0];
  if (!link) throw new Error(`the email has no link to ${page}: ${email?.text}`);
  return link;
}
