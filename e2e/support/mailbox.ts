import { expect } from '@playwright/test';
import type { ReceivedMail, TestSmtpServer } from '@callpoint/server/testing/smtp';

/** Every sign-up sends one. */
const CONFIRMATION = 'Confirm your email address for Callpoint';

/**
 * The mails that reached one address, oldest first; waits until there are `count`. More than that is a fault. Those that
 * confirm an address are not counted.
 */
export async function mailsTo(smtp: TestSmtpServer, address: string, count = 1): Promise<ReceivedMail[]> {
  const mails = () =>
    smtp.mails.filter(({ to, subject }) => to.includes(address) && subject !== CONFIRMATION);
  await expect.poll(() => mails().length, { message: `mails to ${address}` }).toBe(count);
  return mails();
}

/** The link that confirms an address, of the newest such mail; waits until there are `count`. */
export async function confirmationLink(smtp: TestSmtpServer, address: string, count = 1): Promise<string> {
  const mails = () =>
    smtp.mails.filter(({ to, subject }) => to.includes(address) && subject === CONFIRMATION);
  await expect.poll(() => mails().length, { message: `confirmations to ${address}` }).toBe(count);
  return linkIn(mails().at(-1), 'confirm');
}

/** The link of a mail to a page of the console. */
export function linkIn(mail: ReceivedMail | undefined, page: 'confirm' | 'reset' | 'unlock'): string {
  const link = new RegExp(`http://\\S+/app/${page}\\?token=[\\w-]+`).exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error(`there is no link to ${page} in: ${mail?.text}`);
  return link;
}
