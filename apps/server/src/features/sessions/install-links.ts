import { INSTALL_HOURS } from '@callpoint/contract/install-hours';
import { INSTALL_LINKS_AN_HOUR, type InstallLink } from '@callpoint/contract/install-links';
import { TEXTS } from '@callpoint/contract/texts';
import { recordAudit } from '../../db/history/audit.ts';
import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { createLink, findLinkTimes } from '../../http/auth/account-links.ts';
import { requireLiveSession, type Caller } from '../../http/auth/session-tokens.ts';
import { revokeLinks } from '../../http/auth/session-revocation.ts';
import { CallError, conflict, notFound } from '../../http/errors/call-error.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { sendAccountEmail, type SendEmail } from './account-email.ts';

type User = Pick<Row<'app_user'>, 'id' | 'name' | 'email'>;

export type NewInstallLink = { user: User; createdBy: string; link: Omit<InstallLink, 'emailed_to'> };

/**
 * Creates the install link of an app user and ends the previous one. Throws CallError 404 for a user that the caller does
 * not have, 409 for a blocked one, 429 after too many links.
 */
export async function createInstallLink(
  tenant: TenantDb,
  caller: Caller,
  id: number,
  publicUrl: string,
): Promise<NewInstallLink> {
  const now = new Date();
  return await tenant.transaction(async (inside, { accounts }) => {
    // The lock also serializes concurrent calls, so that only one of their links works.
    const user = await inside.lock('app_user', id);
    if (!user) throw notFound(TEXTS.noSuchUser);
    await requireLiveSession(accounts, caller.sessionId);
    if (user.status === 0) throw conflict('This user is blocked. Unblock the user first.', 'id');
    const link = { purpose: 'install', role: 'app_user', accountId: id } as const;
    const recent = await findLinkTimes(accounts, link, new Date(now.getTime() - HOUR));
    if (recent.length >= INSTALL_LINKS_AN_HOUR) throw tooManyLinks(recent[0] ?? '', now);
    await revokeLinks(accounts, ['install'], 'app_user', id, now);
    const code = await createLink(accounts, { ...link, email: user.email, minutes: INSTALL_HOURS * 60 }, now);
    await recordAudit(inside, {
      actor: inside.actor,
      action: 'update',
      outcome: 'done',
      subject: 'app_user',
      subjectId: id,
      teamId: user.team_id,
      detail: 'created an install link',
    });
    const team = caller.role === 'team' ? await inside.find('team', user.team_id) : undefined;
    return {
      user,
      createdBy: team?.account_name ?? 'An administrator of Callpoint',
      link: {
        link: `${publicUrl}/phone/#/install/${code}`,
        expires_at: new Date(now.getTime() + INSTALL_HOURS * HOUR).toISOString(),
      },
    };
  });
}

function tooManyLinks(oldest: string, now: Date): CallError {
  const msg = `${INSTALL_LINKS_AN_HOUR} links were created for this user within an hour. Try again later.`;
  return new CallError(429, msg, [{ msg }], Math.ceil((Date.parse(oldest) + HOUR - now.getTime()) / 1000));
}

/**
 * Tells an app user that a link was created: nobody can log in as someone else unnoticed. Throws the error of the last
 * attempt.
 */
export async function sendInstallNotice(
  sendEmail: SendEmail,
  { user, createdBy }: NewInstallLink,
  stopping: AbortSignal,
): Promise<void> {
  await sendAccountEmail(
    sendEmail,
    {
      to: user.email,
      subject: 'A link to log in on your phone was created',
      paragraphs: [
        `${createdBy} created a link for you to log in on a phone. It opens the Callpoint app and logs in as you, without your password.`,
        `The link works once, for ${INSTALL_HOURS} hours. You get it from your safety team; it is not in this email.`,
        'If you did not expect this, call your safety team: they can cancel the link and log out all phones.',
      ],
    },
    stopping,
  );
}
