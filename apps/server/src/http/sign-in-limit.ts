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

/**
 * Counts an attempt as failed before it is judged, so that guesses in parallel count as well; a success forgets it
 * with `forgetFailures`. Throws CallError 429 while the pair is locked.
 */
export async function takeAttempt(db: Db, subject: string, now = new Date()): Promise<void> {
  // A locked pair is refused by a read: a flood of guesses must not cost a commit each.
  await refuseWhileLocked(db, subject, now);
  const at = now.toISOString();
  const stale = new Date(now.getTime() - FORGET_AFTER).toISOString();
  const taken = await db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('sign_in_failure')
      .values({ subject, failures: 1, first_failed_at: at, last_failed_at: at, locked_until: null })
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet((old) => ({
            failures: old
              .case()
              .when('sign_in_failure.last_failed_at', '<', stale)
              .then(1)
              .else(old('sign_in_failure.failures', '+', 1))
              .end(),
            last_failed_at: at,
          }))
          .where((old) =>
            old.or([
              old('sign_in_failure.locked_until', 'is', null),
              old('sign_in_failure.locked_until', '<=', at),
            ]),
          ),
      )
      .returning('failures')
      .executeTakeFirst();
    if (!row) return false;
    const lock = lockFor(row.failures);
    const until = lock === 0 ? null : new Date(now.getTime() + lock).toISOString();
    await tx
      .updateTable('sign_in_failure')
      .set({ locked_until: until })
      .where('subject', '=', subject)
      .execute();
    return true;
  });
  if (!taken) await refuseWhileLocked(db, subject, now);
}

async function refuseWhileLocked(db: Db, subject: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  const until = row?.locked_until ? Date.parse(row.locked_until) : 0;
  if (until <= now.getTime()) return;
  const seconds = Math.ceil((until - now.getTime()) / 1000);
  const wait = seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  throw new CallError(429, `Too many failed attempts. Try again in ${wait}.`, [], seconds);
}

/** Gives back an attempt that was counted and then not judged. */
export async function giveAttemptBack(db: Db, subject: string): Promise<void> {
  await db
    .updateTable('sign_in_failure')
    .set((row) => ({ failures: row('failures', '-', 1), locked_until: null }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute();
}

/** How long, in milliseconds, the pair is locked after so many failures. */
export function lockFor(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_LOCK * 2 ** (failures - FREE_FAILURES), LONGEST_LOCK);
}

export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('subject', '=', subject).execute();
}

/** Forgets pairs that nobody has tried for long. */
export async function forgetOldFailures(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - FORGET_AFTER).toISOString();
  await db.deleteFrom('sign_in_failure').where('last_failed_at', '<', before).execute();
}
