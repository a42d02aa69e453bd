import { ownPasswordCalls } from '@callpoint/contract/sessions';
import { TEXTS } from '@callpoint/contract/texts';
import { recordAudit } from '../../db/history/audit.ts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { unauthorized } from '../../http/errors/call-error.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { requireRecentAuthentication } from '../../http/auth/recent-authentication.ts';
import type { App } from '../../http/api/schemas.ts';
import { EXPIRED, renewAuthentication } from '../../http/auth/session-tokens.ts';
import { lockAccount } from './accounts.repository.ts';
import { changeOwnPassword, requirePassword } from './own-password.ts';

/** The console's own accounts: confirming and changing the password. */
export function ownPasswordRoutes(
  app: App,
  { accounts, sendsEmail }: { accounts: AccountsDb; sendsEmail: boolean },
): void {
  app.handle(
    ownPasswordCalls.change,
    async (request) => {
      requireRecentAuthentication(getCaller(request));
      await changeOwnPassword(accounts, request, request.body.password);
      return { ok: true as const, msg: TEXTS.passwordUpdated };
    },
    { passwordAt: ['password'], expensive: 'password' },
  );

  app.handle(
    ownPasswordCalls.confirm,
    async (request) => {
      const caller = getCaller(request);
      const given = { password: request.body.password, field: 'password' };
      const checked = await requirePassword({ accounts, sendsEmail }, request, given);
      const token = await accounts.transaction(async (tx) => {
        const account = await lockAccount(tx, caller.role, caller.id);
        const isCurrent = account?.password_hash === checked.password_hash;
        const renewed = isCurrent ? await renewAuthentication(tx, caller.sessionId) : null;
        if (renewed === null) throw unauthorized(EXPIRED);
        await recordAudit(tx, {
          actor: getTenantDb(request).actor,
          action: 'sign in',
          outcome: 'done',
          subject: caller.role,
          subjectId: caller.id,
          teamId: account?.team_id ?? null,
          detail: 'confirmed the password',
        });
        return renewed;
      });
      return { ok: true as const, msg: 'Password confirmed.', data: { token } };
    },
    { expensive: 'password' },
  );
}
