import { cleanLine, cleanText } from '@callpoint/alerts/templates/clean-text';
import { splitList } from '@callpoint/contract/split-list';
import { supportCalls } from '@callpoint/contract/support';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { AccountEmail } from '../../delivery/channels/account-email.ts';
import { countContact } from '../../http/auth/sign-up-limit.ts';
import { CallError } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { readLegal } from './legal.ts';

export type SupportDependencies = {
  accounts: AccountsDb;
  platform: PlatformDb;
  /** Sends an email; null if email is not configured. */
  sendEmail: ((email: AccountEmail) => Promise<void>) | null;
};

/** Recipients of one message, so that a visitor cannot cause many emails. */
const MAX_RECIPIENTS = 5;

/** The terms, the privacy notice, and messages to the operator, for everyone. */
export function supportRoutes(app: App, { accounts, platform, sendEmail }: SupportDependencies): void {
  app.handle(supportCalls.legal, async () => ({ ok: true as const, data: await readLegal(platform) }));

  app.handle(supportCalls.contact, async (request) => {
    const { name, email, message } = request.body;
    const recipients = sendEmail ? await findRecipients(accounts, platform) : [];
    if (!sendEmail || recipients.length === 0)
      throw new CallError(503, 'This server can’t send email yet, so your message was not sent.');
    await countContact(accounts, request.ip);
    const text = `${cleanText(message)}\n\nFrom: ${cleanLine(name)}\nReply to: ${email}`;
    // The response waits for the mail server: a message that was not accepted is not reported as sent.
    const sent = await Promise.allSettled(
      recipients.map((to) => sendEmail({ to, subject: 'Callpoint: message from the contact form', text })),
    );
    if (!sent.some(({ status }) => status === 'fulfilled'))
      throw new CallError(503, 'Your message could not be sent. Try again later.', [], 60);
    return { ok: true as const, msg: 'Your message was sent.' };
  });
}

/** The addresses of the configuration, else the administrators. */
async function findRecipients(accounts: AccountsDb, platform: PlatformDb): Promise<string[]> {
  const row = await platform
    .selectFrom('config')
    .select('config_value')
    .where('config_key', '=', 'support_emails')
    .executeTakeFirst();
  const listed = splitList(row?.config_value ?? '');
  if (listed.length > 0) return listed.slice(0, MAX_RECIPIENTS);
  const admins = await accounts
    .selectFrom('admin')
    .select('email')
    .orderBy('id')
    .limit(MAX_RECIPIENTS)
    .execute();
  return admins.map(({ email }) => email);
}
