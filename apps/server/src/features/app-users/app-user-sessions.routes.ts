import { appUserCalls } from '@callpoint/contract/app-users';
import { SIGNED_OUT } from '@callpoint/contract/error-codes';
import { TEXTS } from '@callpoint/contract/texts';
import { recordAudit } from '../../db/history/audit.ts';
import { notFound } from '../../http/errors/call-error.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { revokeSessions } from '../../http/auth/session-revocation.ts';

/** Signing out an app user's phone, for example a lost one. */
export function appUserSessionRoutes(app: App): void {
  app.handle(appUserCalls.endSessions, async (request) => {
    const { id } = request.body;
    await getTenantDb(request).transaction(async (tenant, { accounts }) => {
      // The lock makes a sign-in in progress either finish first, so that its session is revoked here, or start afterwards.
      const user = await tenant.lock('app_user', id);
      if (!user) throw notFound(TEXTS.noSuchUser);
      await revokeSessions(accounts, 'app_user', id, SIGNED_OUT);
      await recordAudit(tenant, {
        actor: tenant.actor,
        action: 'update',
        outcome: 'done',
        subject: 'app_user',
        subjectId: id,
        teamId: user.team_id,
        detail: 'logged out',
      });
    });
    return { ok: true as const, msg: 'Logged out.' };
  });
}
