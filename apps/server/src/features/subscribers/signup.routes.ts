import { done, failureList } from '@callpoint/contract/errors';
import { signup } from '@callpoint/contract/subscribers';
import { TEXTS } from '@callpoint/contract/texts';
import type { Actor } from '../../db/audit.ts';
import type { Db } from '../../db/tables.ts';
import { CallError } from '../../http/call-error.ts';
import { hashPassword, passwordProblems } from '../../http/passwords.ts';
import type { App } from '../../http/schemas.ts';
import { insertSubscriber, isEmailTaken } from './subscribers.repository.ts';

const EMAIL_TAKEN = {
  msg: 'This e-mail address already has an account. Log in, or ask for a new password.',
  field: 'email',
};

/** Sign-up on `/sapi/v1`: anybody may become a subscriber. */
export function signupRoutes(app: App, { db }: { db: Db }): void {
  app.post(
    '/signup',
    {
      config: { access: 'public', refusal: 'list' },
      schema: { body: signup, response: { 200: done, '4xx': failureList } },
    },
    async (request) => {
      const { password, re_password: _, ...account } = request.body;
      const problems = [
        ...((await isEmailTaken(db, account.email, null)) ? [EMAIL_TAKEN] : []),
        ...passwordProblems(password, 'password'),
      ];
      if (problems.length > 0) throw new CallError(400, TEXTS.failedAction, problems);
      const password_hash = await hashPassword(password);
      const visitor: Actor = { role: 'nobody', id: null, address: request.ip };
      const id = await db
        .transaction()
        .execute((tx) => insertSubscriber(tx, visitor, { ...account, password_hash }));
      if (id === null) throw new CallError(400, EMAIL_TAKEN.msg, [EMAIL_TAKEN]);
      return { ok: true as const, msg: TEXTS.signupDone };
    },
  );
}
