import { foreignPhoneProblem } from '@callpoint/alerts/sms/foreign-numbers';
import { normalizePhone } from '@callpoint/alerts/sms/normalize-numbers';
import { homeCountry, type SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import { type FieldProblem } from '@callpoint/contract/errors';
import { isEmailAddress } from '@callpoint/contract/fields';
import { subscriberCalls } from '@callpoint/contract/subscribers';
import { isZone } from '@callpoint/contract/time-zones';
import { TEXTS } from '@callpoint/contract/texts';
import type { Actor } from '../../db/history/audit.ts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { badInput, CallError } from '../../http/errors/call-error.ts';
import { createVisitorHashing } from '../../http/auth/hashing.ts';
import { countSignUp } from '../../http/auth/sign-up-limit.ts';
import { hashPassword } from '../../http/auth/passwords.ts';
import type { App } from '../../http/api/schemas.ts';
import { insertSubscriber, isSubscriberEmailTaken } from './subscribers.repository.ts';

const EMAIL_TAKEN = {
  msg: 'This email address already has an account. Log in, or request a new password.',
  field: 'email',
};

const CLOSED = 'Sign-up is closed. Ask the administrator of this server for an account.';

export type SignupDependencies = {
  accounts: AccountsDb;
  isOpen: boolean;
  smsCountries: SmsCountries;
  /** Emails a link that confirms the address. */
  sendConfirmation: (team: { id: number; email: string }) => void;
};

/** Sign-up on `/sapi/v1`: anyone may become a subscriber. */
export function signupRoutes(
  app: App,
  { accounts, isOpen, smsCountries, sendConfirmation }: SignupDependencies,
): void {
  app.handle(
    subscriberCalls.signup,
    async (request) => {
      if (!isOpen) throw new CallError(403, CLOSED);
      const { validationError } = request;
      if (validationError && !(validationError instanceof CallError)) throw validationError;
      const country = homeCountry(null, smsCountries);
      const problems = [
        ...(validationError?.problems ?? []),
        ...(await addressProblems(accounts, request.body)),
        ...phoneProblems(request.body, country),
      ];
      if (problems.length > 0) throw badInput(problems);
      const { password, re_password: _, time_zone, terms_version, ...typed } = request.body;
      const phone = normalizePhone(typed.phone, country);
      const account = { ...typed, phone };
      const terms =
        terms_version === undefined ? {} : { terms_version, terms_accepted_at: new Date().toISOString() };
      const zone = time_zone !== undefined && isZone(time_zone) ? time_zone : null;
      await countSignUp(accounts, request.ip);
      const password_hash = await createVisitorHashing(request.ip)(() => hashPassword(password));
      const visitor: Actor = { role: 'nobody', id: null, address: request.ip };
      const id = await accounts.transaction((tx) =>
        insertSubscriber(tx, visitor, { ...account, ...terms, time_zone: zone, password_hash }),
      );
      if (id === null) throw new CallError(400, EMAIL_TAKEN.msg, [EMAIL_TAKEN]);
      sendConfirmation({ id, email: account.email });
      return { ok: true as const, msg: TEXTS.signupDone };
    },
    {
      passwordAt: ['password'], // Problems that need the database are reported together with those of the schema.
      attachValidation: true,
    },
  );
}

async function addressProblems(
  accounts: AccountsDb,
  body: { email?: unknown } | null,
): Promise<FieldProblem[]> {
  const email = typeof body?.email === 'string' && isEmailAddress(body.email) ? body.email : null;
  const isTaken = email !== null && (await isSubscriberEmailTaken(accounts, email, null));
  return isTaken ? [EMAIL_TAKEN] : [];
}

function phoneProblems(
  body: { phone?: unknown } | null,
  country: ReturnType<typeof homeCountry>,
): FieldProblem[] {
  const msg = typeof body?.phone === 'string' ? foreignPhoneProblem(body.phone, null, country) : null;
  return msg === null ? [] : [{ msg, field: 'phone' }];
}
