import { signInCalls, type SignedInUser } from '@callpoint/contract/sessions';
import { TEXTS } from '@callpoint/contract/texts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { CallError } from '../../http/errors/call-error.ts';
import { getCaller } from '../../http/auth/guard.ts';
import { createVisitorHashing } from '../../http/auth/hashing.ts';
import { hashPassword } from '../../http/auth/passwords.ts';
import type { App } from '../../http/api/schemas.ts';
import { deleteSession } from '../../http/auth/session-revocation.ts';
import { findAdmin, findTeam } from './accounts.repository.ts';
import { checkResetLink, sendResetLink, useResetLink } from './password-reset.ts';
import { signIn, type SignInDependencies } from './sign-in.ts';
import { unlockSignIn } from './unlock-sign-in.ts';

/** The sign-in base `/sapi/v1`. */
export function signInRoutes(app: App, needs: SignInDependencies): void {
  const { accounts } = needs;

  app.handle(signInCalls.login, async (request, reply) => {
    const { role } = request.body;
    const { id, token } = await signIn(needs, role, request.body, request.ip);
    const user = role === 'admin' ? await adminUser(accounts, id) : await teamUser(accounts, id);
    void reply.header('cache-control', 'no-store');
    return { ok: true as const, data: { token, user, role } };
  });

  app.handle(signInCalls.logout, async (request) => {
    await deleteSession(accounts, getCaller(request).sessionId);
    return { ok: true as const, msg: 'You are logged out.' };
  });

  app.handle(signInCalls.forgotPassword, async (request) => {
    const { sendEmail } = needs;
    if (!sendEmail) {
      throw new CallError(
        503,
        'This server can’t send email yet, so it can’t send a link. Ask the administrator of this server to configure email.',
      );
    }
    // The response does not wait for the email: neither its text nor its time reveals whether the account exists.
    needs.background.run('sending a reset link', (stopping) =>
      sendResetLink(accounts, sendEmail, needs.publicUrl(), request.body, stopping),
    );
    return {
      ok: true as const,
      msg: 'If this account exists, we emailed it a link to set a new password.',
    };
  });

  app.handle(
    signInCalls.resetPassword,
    async (request) => {
      const { token, password } = request.body;
      await checkResetLink(accounts, token, password);
      const passwordHash = await createVisitorHashing(request.ip)(() => hashPassword(password));
      await useResetLink(accounts, token, passwordHash, request.ip);
      return { ok: true as const, msg: TEXTS.passwordUpdated };
    },
    { passwordAt: ['password'] },
  );

  app.handle(signInCalls.unlockSignIn, async (request) => {
    await unlockSignIn(accounts, request.body.token, request.ip);
    return { ok: true as const, msg: 'You can log in from here again.' };
  });
}

async function adminUser(accounts: AccountsDb, id: number): Promise<SignedInUser> {
  const { email, first_name, last_name } = await findAdmin(accounts, id);
  return { id, email, first_name, last_name, role: 'admin' };
}

async function teamUser(accounts: AccountsDb, id: number): Promise<SignedInUser> {
  const { email, first_name, last_name, account_name } = await findTeam(accounts, id);
  return { id, email, first_name, last_name, account_name, role: 'team' };
}
