import { createHash } from 'node:crypto';
import type { Db } from '../db/tables.ts';
import { CallError } from './call-error.ts';

/**
 * Slows down guessing: five failures of one account from one network address lock the pair for a minute, each
 * further one for twice as long, up to 15 minutes. Kept in the database, so that all processes count together.
 */

const FREE_FAILURES = 5;
const FIRST_LOCK = 60_000;
const LONGEST_LOCK = 15 * 60_000;
/** Failures are forgotten after so long without another. */
const FORGET_AFTER = 24 * 3_600_000;

/** The pair that is counted; a hash, so that no address of a person is stored for a failed sign-in. */
export function signInSubject(role: string, email: string, address: string): string {
  return createHash('sha256').update(`${role}\n${email.toLowerCase()}\n${address}`).digest('hex');
}

/** Throws CallError 429 while the pair is locked. */
export async function refuseWhileLocked(db: Db, subject: string, now = new Date()): Promise<void> {
  const row = await db.selectFrom('sign_in_failure').selectAll().where('subject', '=', subject).executeTakeFirst();
  const until = row?.locked_until ? Date.parse(row.locked_until) : 0;
  if (until <= now.getTime()) return;
  const seconds = Math.ceil((until - now.getTime()) / 1000);
  const wait = seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  throw new CallError(429, `Too many failed attempts. Try again in ${wait}.`, [], seconds);
}

/**
 * Counts an attempt as failed before it is judged, so that guesses in parallel count as well; a success
 * forgets it with `forgetFailures`.
 */
export async function countAttempt(db: Db, subject: string, now = new Date()): Promise<void> {
  const at = now.toISOString();
  const stale = new Date(now.getTime() - FORGET_AFTER).toISOString();
  await db.transaction().execute(async (tx) => {
    const { failures } = await tx
      .insertInto('sign_in_failure')
      .values({ subject, failures: 1, last_failed_at: at, locked_until: null })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((row) => ({
          failures: row
            .case()
            .when('sign_in_failure.last_failed_at', '<', stale)
            .then(1)
            .else(row('sign_in_failure.failures', '+', 1))
            .end(),
          last_failed_at: at,
        })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    const lock = lockFor(failures);
    if (lock === 0) return;
    const until = new Date(now.getTime() + lock).toISOString();
    await tx.updateTable('sign_in_failure').set({ locked_until: until }).where('subject', '=', subject).execute();
  });
}

/** How long, in milliseconds, the pair is locked after so many failures. */
export function lockFor(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_LOCK * 2 ** (failures - FREE_FAILURES), LONGEST_LOCK);
}

export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('subject', '=', subject).execute();
}
