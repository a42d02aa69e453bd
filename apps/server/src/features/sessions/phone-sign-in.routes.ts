import { done, failure } from '@callpoint/contract/errors';
import { phoneLogin, phoneLoginAnswer } from '@callpoint/contract/phone';
import { logout } from '@callpoint/contract/sessions';
import type { Db } from '../../db/tables.ts';
import { callerOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';
import { endSession, startSession } from '../../http/session-tokens.ts';
import { findAppUser } from './accounts.repository.ts';
import { signIn } from './sign-in.ts';

/** Signing in and out on the phone base `/mapi/v1`. */
export function phoneSignInRoutes(app: App, { db }: { db: Db }): void {
  app.post(
    '/login',
    {
      config: { access: 'public' },
      schema: { body: phoneLogin, response: { 200: phoneLoginAnswer, '4xx': failure } },
    },
    async (request, reply) => {
      const id = await signIn(db, 'app_user', request.body, request.ip);
      const user = await findAppUser(db, id);
      void reply.header('cache-control', 'no-store');
      const token = await startSession(db, 'app_user', id);
      const should_change_password = user.password_set_by_other === 1;
      return { ok: true as const, data: { token, should_change_password, user } };
    },
  );

  app.post(
    '/logout',
    {
      config: { access: 'session.end' },
      schema: { body: logout, response: { 200: done, '4xx': failure } },
    },
    async (request) => {
      await endSession(db, callerOf(request).sessionId);
      return { ok: true as const, msg: 'You are signed out.' };
    },
  );
}
