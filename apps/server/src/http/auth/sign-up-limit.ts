import type { AccountsDb } from '../../db/handles/accounts.ts';
import { getSitePrefix } from '../admission/network.ts';
import { DAY } from '../../scheduling/durations.ts';
import { countAttempt, hashSubject, type FailureLimit } from './sign-in-limit.ts';

/** Accounts that one network may sign up for in a day. */
const SIGN_UPS_A_DAY = 20;
const LOOPBACK = new Set(['127.0.0.1', '::1']);

const signUp: FailureLimit = {
  restartAfterLast: Infinity,
  restartAfterFirst: DAY,
  restartAfterLock: true,
  lock: (count, first, now) => (count < SIGN_UPS_A_DAY ? 0 : first + DAY - now),
  text: () =>
    'Too many accounts were created from your network today. Try again tomorrow, or contact the administrator of this server.',
};

/**
 * Counts a sign-up, because each sends an email, and an account can message external recipients. Throws
 * TooManyAttemptsError. Sign-ups from the server's own machine are not limited, because its operator makes them. The
 * counts are in the table of sign-in failures, under a separate subject, so that all processes count together.
 */
export async function countSignUp(db: AccountsDb, address: string, now = new Date()): Promise<void> {
  const site = getSitePrefix(address);
  if (LOOPBACK.has(address) || LOOPBACK.has(site)) return;
  await countAttempt(db, [{ kind: 'sign-up', limit: signUp, subject: hashSubject('sign-up', site) }], now);
}

/** Messages that one network may send to the operator in a day. */
const MESSAGES_A_DAY = 10;

const contact: FailureLimit = {
  ...signUp,
  lock: (count, first, now) => (count < MESSAGES_A_DAY ? 0 : first + DAY - now),
  text: () => 'Your network has sent many messages today. Try again tomorrow.',
};

/** Counts a message of the contact form. Throws TooManyAttemptsError; also for the server's own machine. */
export async function countContact(db: AccountsDb, address: string, now = new Date()): Promise<void> {
  const subject = hashSubject('contact', getSitePrefix(address));
  await countAttempt(db, [{ kind: 'contact', limit: contact, subject }], now);
}
