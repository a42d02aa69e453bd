import type { FastifyReply } from 'fastify';
import { done, failure, failureList } from '@callpoint/contract/errors';
import {
  changePassword,
  forgotPassword,
  login,
  loginAnswer,
  logout,
  resetPassword,
  type SignedInUser,
} from '@callpoint/contract/sessions';
import { TEXTS } from '@callpoint/contract/texts';
import type { Db } from '../../db/tables.ts';
import type { Background } from '../../http/background.ts';
import { CallError } from '../../http/call-error.ts';
import { callerOf, tenantOf } from '../../http/guard.ts';
import { hashPassword, refusingCommonPassword } from '../../http/passwords.ts';
import type { App } from '../../http/schemas.ts';
import { endSession, endSessionsOf, startSession } from '../../http/session-tokens.ts';
import { findAdmin, findTeam, setPassword } from './accounts.repository.ts';
import { sendResetLink, useResetLink, type SendMail } from './password-reset.ts';
import { signIn } from './sign-in.ts';

export type SessionsNeeds = {
  db: Db;
  background: Background;
  sendMail: SendMail | null;
  publicUrl: () => string;
};

/** The sign-in base `/sapi/v1`. */
export function signInRoutes(app: App, needs: SessionsNeeds): void {
  const { db } = needs;

  app.post(
    '/login',
    {
      config: { access: 'public', refusal: 'list' },
      schema: { body: login, response: { 200: loginAnswer, '4xx': failureList } },
    },
    async (request, reply) => {
      const { role } = request.body;
      const id = await signIn(db, role, request.body, request.ip);
      const user = role === 'admin' ? await adminUser(db, id) : await teamUser(db, id);
      neverCached(reply);
      return { ok: true as const, data: { token: await startSession(db, role, id), user, role } };
    },
  );

  app.post(
    '/logout',
    {
      config: { access: 'session.end', endsSessions: true },
      schema: { body: logout, response: { 200: done, '4xx': failure } },
    },
    async (request) => {
      await endSession(db, callerOf(request).sessionId);
      return { ok: true as const, msg: 'You are signed out.' };
    },
  );

  app.post(
    '/forgotPassword',
    {
      config: { access: 'public' },
      schema: { body: forgotPassword, response: { 200: done, '4xx': failure } },
    },
    async (request) => {
      const { sendMail } = needs;
      if (!sendMail) {
        throw new CallError(
          503,
          'This server cannot send e-mail yet, so no link can be sent. Ask your administrator.',
        );
      }
      // The answer does not wait for the mail: neither its words nor its time tell whether the account exists.
      needs.background.run('sending a reset link', (stopping) =>
        sendResetLink(db, sendMail, needs.publicUrl(), request.body, stopping),
      );
      return {
        ok: true as const,
        msg: 'If this account exists, a link to set a new password is on its way by e-mail.',
      };
    },
  );

  app.post(
    '/resetPassword',
    {
      config: { access: 'public', endsSessions: true },
      schema: {
        body: refusingCommonPassword(resetPassword, ['password']),
        response: { 200: done, '4xx': failure },
      },
    },
    async (request) => {
      await useResetLink(db, request.body.token, await hashPassword(request.body.password), request.ip);
      return { ok: true as const, msg: TEXTS.passwordUpdated };
    },
  );
}

/** changePassword, for the console's own accounts. */
export function passwordRoutes(app: App, { db }: Pick<SessionsNeeds, 'db'>): void {
  app.post(
    '/changePassword',
    {
      config: { access: 'password.change', endsSessions: true },
      schema: {
        body: refusingCommonPassword(changePassword, ['password']),
        response: { 200: done, '4xx': failure },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const passwordHash = await hashPassword(request.body.password);
      await db.transaction().execute(async (tx) => {
        await setPassword(tx, tenantOf(request).actor, caller.role, caller.id, passwordHash);
        await endSessionsOf(tx, caller.role, caller.id, caller.sessionId);
      });
      return { ok: true as const, msg: TEXTS.passwordUpdated };
    },
  );
}

function neverCached(reply: FastifyReply): void {
  void reply.header('cache-control', 'no-store');
}

async function adminUser(db: Db, id: number): Promise<SignedInUser> {
  const { email, first_name, last_name } = await findAdmin(db, id);
  return { id, email, first_name, last_name, role: 'admin' };
}

async function teamUser(db: Db, id: number): Promise<SignedInUser> {
  const { email, first_name, last_name, account_name } = await findTeam(db, id);
  return { id, email, first_name, last_name, account_name, role: 'team' };
}
