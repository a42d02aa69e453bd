import type { AccountsDb } from '../../db/accounts.ts';
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
    'Your network has signed up for many accounts today. Try again tomorrow, or ask the administrator of this server.',
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
