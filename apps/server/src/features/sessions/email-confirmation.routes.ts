import { emailConfirmationCalls } from '@callpoint/contract/email-confirmation';
import type { Row } from '../../db/rows.ts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { ReleaseHeld } from '../../delivery/queue/held/release-held.ts';
import type { Background } from '../../http/background.ts';
import { CallError } from '../../http/errors/call-error.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import type { SendEmail } from './account-email.ts';
import {
  confirmEmailAddress,
  createConfirmationLink,
  requestConfirmationLink,
  sendConfirmationLink,
} from './email-confirmation.ts';

export type ConfirmationDependencies = {
  accounts: AccountsDb;
  background: Background;
  sendEmail: SendEmail | null;
  publicUrl: () => string;
};

/** Emails a link to a new or changed address; the call does not wait for the email. */
export type SendConfirmation = (team: Pick<Row<'team'>, 'id' | 'email'>) => void;

export function createConfirmationMailer({
  accounts,
  background,
  sendEmail,
  publicUrl,
}: ConfirmationDependencies): SendConfirmation {
  return (team) => {
    if (!sendEmail) return;
    background.run('sending a confirmation link', async (stopping) => {
      const link = await createConfirmationLink(accounts, team);
      await sendConfirmationLink(sendEmail, publicUrl(), link, stopping);
    });
  };
}

/** On the sign-in base, because a person opens the link with or without a session. */
export function confirmEmailRoutes(
  app: App,
  { accounts, release }: { accounts: AccountsDb; release: ReleaseHeld },
): void {
  app.handle(emailConfirmationCalls.confirm, async (request) => {
    const teamId = await confirmEmailAddress(accounts, request.body.token, request.ip);
    await release(teamId, 'allowed');
    return { ok: true as const, msg: 'Email address confirmed.' };
  });
}

/** On the team base: a subscriber requests another link. */
export function sendConfirmationRoutes(app: App, needs: ConfirmationDependencies): void {
  app.handle(emailConfirmationCalls.send, async (request) => {
    const { sendEmail, background, publicUrl } = needs;
    if (!sendEmail) {
      throw new CallError(
        503,
        'This server can’t send email yet, so it can’t send a link. Ask the administrator of this server to configure email.',
      );
    }
    const link = await requestConfirmationLink(getTenantDb(request), getCaller(request).id);
    background.run('sending a confirmation link', (stopping) =>
      sendConfirmationLink(sendEmail, publicUrl(), link, stopping),
    );
    return { ok: true as const, msg: 'Check your inbox.' };
  });
}
