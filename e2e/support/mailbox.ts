import { expect } from '@playwright/test';
import type { ReceivedMail, TestSmtpServer } from '@callpoint/server/testing/smtp';

/** The mails that reached one address, oldest first; waits until there are `count`. More than that is a fault. */
export async function mailsTo(smtp: TestSmtpServer, address: string, count = 1): Promise<ReceivedMail[]> {
  const mails = () => smtp.mails.filter(({ to }) => to.includes(address));
  await expect.poll(() => mails().length, { message: `mails to ${address}` }).toBe(count);
  return mails();
}
