import { installLinkCalls } from '@callpoint/contract/install-links';
import { phoneCalls } from '@callpoint/contract/phone';
import { TEXTS } from '@callpoint/contract/texts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { getCaller } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { deleteSession } from '../../http/auth/session-revocation.ts';
import { findAppUser } from './accounts.repository.ts';
import { changeOwnPassword, requirePassword } from './own-password.ts';
import { signInWithLink } from './install.ts';
import { signIn, type SignedIn, type SignInDependencies } from './sign-in.ts';

/** Signing in and out, and changing one's own password, on the phone base `/mapi/v1`. */
export function phoneSignInRoutes(app: App, needs: SignInDependencies): void {
  const { accounts, sendEmail } = needs;

  app.handle(phoneCalls.login, async (request, reply) => {
    const signedIn = await signIn(needs, 'app_user', request.body, request.ip);
    void reply.header('cache-control', 'no-store');
    return await signInResponse(accounts, signedIn);
  });

  app.handle(installLinkCalls.install, async (request, reply) => {
    const signedIn = await signInWithLink(accounts, request.body.code, request.ip);
    void reply.header('cache-control', 'no-store');
    return await signInResponse(accounts, signedIn);
  });

  app.handle(
    phoneCalls.changePassword,
    async (request) => {
      const { current_password: current, password } = request.body;
      const given = { password: current, field: 'current_password' };
      await requirePassword({ accounts, sendsEmail: sendEmail !== null }, request, given);
      await changeOwnPassword(accounts, request, password);
      return { ok: true as const, msg: TEXTS.passwordUpdated };
    },
    { passwordAt: ['password'], expensive: 'password' },
  );

  app.handle(phoneCalls.logout, async (request) => {
    await deleteSession(accounts, getCaller(request).sessionId);
    return { ok: true as const, msg: 'You are logged out.' };
  });
}

async function signInResponse(accounts: AccountsDb, { id, token }: SignedIn) {
  const user = await findAppUser(accounts, id);
  const should_change_password = user.password_set_by_other === 1;
  return { ok: true as const, data: { token, should_change_password, user } };
}
