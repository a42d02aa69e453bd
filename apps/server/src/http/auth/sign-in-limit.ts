import { createHash } from 'node:crypto';
import type { Role } from '@callpoint/contract/permissions';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { backoffAfter } from '../../scheduling/backoff.ts';
import { CallError } from '../errors/call-error.ts';
import { getNetwork } from '../admission/network.ts';
import { DAY, HOUR, MINUTE } from '../../scheduling/durations.ts';

/**
 * Limits password guessing: of one account from one network, of one account from all networks, and of all accounts
 * from one network. Attempts are counted in the database, so that all processes count together; sign-ups are counted
 * in the same table (`sign-up-limit.ts`).
 */

const MAX_LOCK = 15 * MINUTE;

type FailureLimitKind = 'pair' | 'account' | 'network' | 'install' | 'sign-up' | 'contact';

export type FailureLimit = {
  /** Milliseconds after the last and after the first failure; the count then starts again. */
  restartAfterLast: number;
  restartAfterFirst: number;
  /** The count restarts after a lock. */
  restartAfterLock?: true;
  /** How long to lock after this many failures, the first of them at `first`; 0 for no lock. */
  lock: (failures: number, first: number, now: number) => number;
  text: (wait: string) => string;
};

/** Failures that an account may have from all networks, and a network with all accounts. */
export const MAX_FAILURES = 50;

const pair: FailureLimit = {
  restartAfterLast: DAY,
  restartAfterFirst: Infinity,
  lock: (failures) => lockAfter(failures - 4),
  text: (wait) => `Too many failed attempts. Try again in ${wait}.`,
};

const network: FailureLimit = {
  restartAfterLast: Infinity,
  restartAfterFirst: HOUR,
  lock: (failures) => lockAfter(failures - MAX_FAILURES + 1),
  text: (wait) => `Too many failed attempts from your network. Try again in ${wait}.`,
};

/** Unknown networks are rejected for the rest of the day: the owner gets a link by email. */
const accountWithEmail: FailureLimit = {
  restartAfterLast: Infinity,
  restartAfterFirst: DAY,
  restartAfterLock: true,
  lock: (failures, first, now) => (failures < MAX_FAILURES ? 0 : first + DAY - now),
  text: () =>
    'Too many failed attempts for this account. Log in from a network that you used before, or open the link that we emailed to the account’s address.',
};

/** Without email the owner could not get a link, so guesses are only slowed down. */
const accountWithoutEmail: FailureLimit = {
  ...accountWithEmail,
  lock: (failures) => (failures < MAX_FAILURES ? 0 : MAX_LOCK),
  text: (wait) => `Too many failed attempts for this account. Try again in ${wait}.`,
};

/** One minute for the first failure beyond the limit, twice as long for each further one, at most 15 minutes. */
function lockAfter(failuresTooMany: number): number {
  return backoffAfter(failuresTooMany, { first: MINUTE, longest: MAX_LOCK });
}

export type CountedSubject = { kind: FailureLimitKind; limit: FailureLimit; subject: string };

export type SignInAttempt = { role: Role; email: string; address: string };

/**
 * The subjects for which an attempt counts. From a known network of the account, only the pair of account and network
 * counts, so that guesses from other networks cannot lock the owner out.
 */
export function getCountedSubjects(
  { role, email, address }: SignInAttempt,
  { isKnown, sendsEmail }: { isKnown: boolean; sendsEmail: boolean },
): CountedSubject[] {
  const counted: CountedSubject[] = [
    { kind: 'pair', limit: pair, subject: pairSubject({ role, email, address }) },
  ];
  if (isKnown) return counted;
  return [
    ...counted,
    {
      kind: 'account',
      limit: sendsEmail ? accountWithEmail : accountWithoutEmail,
      subject: hashSubject('account', role, email.toLowerCase()),
    },
    { kind: 'network', limit: network, subject: hashSubject('network', getNetwork(address)) },
  ];
}

/** The subject for which an attempt with an install link counts: its network, separately from passwords. */
export function getCountedInstall(address: string): CountedSubject[] {
  return [{ kind: 'install', limit: network, subject: hashSubject('install', getNetwork(address)) }];
}

function pairSubject({ role, email, address }: SignInAttempt): string {
  return hashSubject('pair', role, email.toLowerCase(), getNetwork(address));
}

/** A hash, so that no email address or network address is stored for a failed sign-in. */
export function hashSubject(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** 429: too many attempts have failed. */
export class TooManyAttemptsError extends CallError {
  readonly kind: FailureLimitKind;

  constructor({ kind, limit }: CountedSubject, until: number, now: Date) {
    const seconds = Math.ceil((until - now.getTime()) / 1000);
    const wait = seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
    super(429, limit.text(wait), [], seconds);
    this.kind = kind;
  }
}

/** Throws TooManyAttemptsError while a limit is exceeded: one read, so that a flood of guesses costs no commits. */
export async function rejectWhileLocked(
  db: AccountsDb,
  counted: readonly CountedSubject[],
  now = new Date(),
): Promise<void> {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select(['subject', 'locked_until'])
    .where(
      'subject',
      'in',
      counted.map(({ subject }) => subject),
    )
    .where('locked_until', '>', now.toISOString())
    .execute();
  for (const one of counted) {
    const until = rows.find(({ subject }) => subject === one.subject)?.locked_until;
    if (until) throw new TooManyAttemptsError(one, Date.parse(until), now);
  }
}

/**
 * Counts an attempt as failed before the password is checked, so that concurrent guesses count too. A success undoes it
 * with `forgiveAttempt`. Throws TooManyAttemptsError, and counts nothing, while a limit is exceeded.
 */
export async function countAttempt(
  db: AccountsDb,
  counted: readonly CountedSubject[],
  now = new Date(),
): Promise<void> {
  const isCounted = await db.transaction(async (tx) => {
    // Always in the same order of kinds, so that concurrent attempts do not deadlock.
    for (const one of counted) if (!(await countOne(tx, one, now))) return false;
    return true;
  });
  if (!isCounted) await rejectWhileLocked(db, counted, now);
}

async function countOne(tx: AccountsDb, { limit, subject }: CountedSubject, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const row = await tx
    .insertInto('sign_in_failure')
    .values({ subject, failures: 1, first_failed_at: at, last_failed_at: at, locked_until: null })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((old) => {
          const restarts = old.or([
            old('sign_in_failure.last_failed_at', '<', before(now, limit.restartAfterLast)),
            old('sign_in_failure.first_failed_at', '<', before(now, limit.restartAfterFirst)),
            ...(limit.restartAfterLock ? [old('sign_in_failure.locked_until', 'is not', null)] : []),
          ]);
          return {
            failures: old
              .case()
              .when(restarts)
              .then(1)
              .else(old('sign_in_failure.failures', '+', 1))
              .end(),
            first_failed_at: old
              .case()
              .when(restarts)
              .then(at)
              .else(old.ref('sign_in_failure.first_failed_at'))
              .end(),
            last_failed_at: at,
            locked_until: null,
          };
        })
        .where((old) =>
          old.or([
            old('sign_in_failure.locked_until', 'is', null),
            old('sign_in_failure.locked_until', '<=', at),
          ]),
        ),
    )
    .returning(['failures', 'first_failed_at'])
    .executeTakeFirst();
  if (!row) return false;
  const lock = limit.lock(row.failures, Date.parse(row.first_failed_at), now.getTime());
  if (lock > 0) {
    await tx
      .updateTable('sign_in_failure')
      .set({ locked_until: new Date(now.getTime() + lock).toISOString() })
      .where('subject', '=', subject)
      .execute();
  }
  return true;
}

function before(now: Date, ms: number): string {
  return new Date(Math.max(0, now.getTime() - ms)).toISOString();
}

/** After a success: deletes the failures of the pair, and no longer counts the attempt for the other subjects. */
export async function forgiveAttempt(db: AccountsDb, counted: readonly CountedSubject[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { kind, subject } of counted) {
      if (kind === 'pair') {
        await tx.deleteFrom('sign_in_failure').where('subject', '=', subject).execute();
        continue;
      }
      await tx
        .updateTable('sign_in_failure')
        .set((row) => ({
          failures: row('failures', '-', 1),
          // This attempt may have exceeded the limit.
          locked_until: row
            .case()
            .when('failures', '<=', MAX_FAILURES)
            .then(null)
            .else(row.ref('locked_until'))
            .end(),
        }))
        .where('subject', '=', subject)
        .where('failures', '>', 0)
        .execute();
    }
  });
}

/** Deletes the failures of an account from one network. */
export async function deletePairFailures(db: AccountsDb, attempt: SignInAttempt): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('subject', '=', pairSubject(attempt)).execute();
}

/** Deletes expired counts. */
export async function deleteOldFailures(db: AccountsDb, now = new Date()): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('last_failed_at', '<', before(now, DAY)).execute();
}
