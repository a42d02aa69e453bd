import { CONFIRM_DAYS } from '@callpoint/contract/email-confirmation';
import type { Row } from '../../db/rows.ts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { createLink, findLinkTimes, useLink } from '../../http/auth/account-links.ts';
import { badInput, CallError, conflict, notFound } from '../../http/errors/call-error.ts';
import { sendAccountEmail, type SendEmail } from './account-email.ts';
import { HOUR } from '../../scheduling/durations.ts';

/** Maximum links that an account is sent within an hour, including the link of its sign-up. */
const LINKS_AN_HOUR = 3;

export type ConfirmationLink = { email: string; token: string };

/** Creates a link that confirms the account's current address. */
export async function createConfirmationLink(
  db: AccountsDb,
  { id, email }: Pick<Row<'team'>, 'id' | 'email'>,
  now = new Date(),
): Promise<ConfirmationLink> {
  const minutes = CONFIRM_DAYS * 24 * 60;
  const token = await createLink(
    db,
    { purpose: 'confirm', role: 'team', accountId: id, email, minutes },
    now,
  );
  return { email, token };
}

/** The same for a subscriber that requests a link. Throws CallError 409 if there is nothing to confirm, 429 for too many requests. */
export async function requestConfirmationLink(tenant: TenantDb, teamId: number): Promise<ConfirmationLink> {
  const now = new Date();
  return await tenant.transaction(async (inside, { accounts }) => {
    const team = await inside.lock('team', teamId);
    if (!team) throw notFound();
    if (team.email_confirmed_at !== null) throw conflict('Your email address is already confirmed.', 'email');
    const link = { purpose: 'confirm', role: 'team', accountId: teamId } as const;
    const recent = await findLinkTimes(accounts, link, new Date(now.getTime() - HOUR));
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= LINKS_AN_HOUR) {
      const seconds = Math.ceil((Date.parse(oldest) + HOUR - now.getTime()) / 1000);
      const msg = `We sent you ${LINKS_AN_HOUR} links within an hour. Check your inbox and your spam folder.`;
      throw new CallError(429, msg, [{ msg }], seconds);
    }
    return await createConfirmationLink(accounts, team, now);
  });
}

/** Emails a confirmation link. Throws the error of the last attempt. */
export async function sendConfirmationLink(
  sendEmail: SendEmail,
  publicUrl: string,
  { email, token }: ConfirmationLink,
  stopping: AbortSignal,
): Promise<void> {
  await sendAccountEmail(
    sendEmail,
    {
      to: email,
      subject: 'Confirm your email address for Callpoint',
      paragraphs: [
        'This address was entered for a Callpoint account. Open this link to confirm that it is yours:',
        `${publicUrl}/app/confirm?token=${token}`,
        `The link works once, for ${CONFIRM_DAYS} days. If you do not have an account, ignore this email.`,
      ],
    },
    stopping,
  );
}

/** Confirms the address that a link was sent to. Returns the subscriber. Throws CallError 400 for an invalid link. */
export async function confirmEmailAddress(db: AccountsDb, token: string, address: string): Promise<number> {
  const now = new Date();
  return await db.transaction(async (tx) => {
    const link = await useLink(tx, 'confirm', token, now);
    if (link?.role !== 'team') {
      const msg =
        'This link was used, has expired, or is for another address. Request a new one on your profile.';
      throw badInput([{ msg, field: 'token' }]);
    }
    const teamId = link.account_id;
    const tenant = new TenantDb(tx, { teamId }, { role: 'team', id: teamId, address });
    const team = await tenant.find('team', teamId);
    if (team?.email_confirmed_at === null) {
      await tenant.update('team', teamId, { email_confirmed_at: now.toISOString() });
    }
    return teamId;
  });
}
