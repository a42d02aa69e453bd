import { accountCalls } from '@callpoint/contract/account';
import { PASSWORD_CHANGED } from '@callpoint/contract/error-codes';
import { TEXTS } from '@callpoint/contract/texts';
import { isUniqueViolation } from '../../db/dialect.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import { definedFields } from '../../http/bodies/defined-fields.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import { createAccountHashingWithQuota } from '../../http/auth/hashing.ts';
import { rejectPersonalPassword } from '../../http/auth/password-rules.ts';
import { hashPassword } from '../../http/auth/passwords.ts';
import { requireRecentAuthentication } from '../../http/auth/recent-authentication.ts';
import type { App } from '../../http/api/schemas.ts';
import { revokeSessions } from '../../http/auth/session-revocation.ts';
import { requireLiveSession } from '../../http/auth/session-tokens.ts';

/** An administrator's own account. */
export function accountRoutes(app: App): void {
  app.handle(accountCalls.get, async (request) => {
    const admin = await getTenantDb(request).find('admin', getCaller(request).id);
    if (!admin) throw notFound();
    const should_change_password = admin.should_change_password === 1;
    return { ok: true as const, data: { ...admin, should_change_password } };
  });

  app.handle(
    accountCalls.update,
    async (request) => {
      const caller = getCaller(request);
      const { data, updated_at: expectedUpdatedAt } = request.body;
      const { password, ...values } = data;
      const tenant = getTenantDb(request);
      const admin = await tenant.find('admin', caller.id);
      if (!admin) throw notFound();
      const changesSignIn =
        password !== undefined || (values.email !== undefined && values.email !== admin.email);
      if (changesSignIn) requireRecentAuthentication(caller);
      if (password !== undefined)
        rejectPersonalPassword(password, { ...admin, ...definedFields(values) }, 'data.password');
      const changes = {
        ...definedFields(values),
        ...(password === undefined
          ? {}
          : {
              password_hash: await createAccountHashingWithQuota(request)(() => hashPassword(password)),
              should_change_password: 0,
            }),
      };
      try {
        const saved = await tenant.transaction(async (inside, { accounts }) => {
          const result = requireUpdated(
            await inside.update('admin', caller.id, changes, { expectedUpdatedAt }),
          );
          if (changesSignIn) {
            await requireLiveSession(accounts, caller.sessionId);
            await revokeSessions(accounts, 'admin', caller.id, PASSWORD_CHANGED, caller.sessionId);
          }
          return result;
        });
        return { ok: true as const, msg: TEXTS.updated, data: saved };
      } catch (error) {
        if (isUniqueViolation(error)) {
          throw conflict('Another administrator already uses this email address.', 'data.email');
        }
        throw error;
      }
    },
    { passwordAt: ['data', 'password'] },
  );
}
