import { setImmediate } from 'node:timers/promises';
import { errorForLog, type DeliveryLog } from '../delivery/channels/delivery-log.ts';
import { withQueryLimit } from '../scheduling/query-limit.ts';
import type { Db } from '../db/tables.ts';
import { isUnreachable } from '../db/unreachable.ts';
import { every, type Periodic } from '../scheduling/every.ts';
import { findOverdue, type Overdue } from './overdue.ts';
import { endOverdue, planRaise, raise, type PlannedRaise, type Presses } from './raise-overdue.ts';
import { findDue, markReminded, type DueCheckIn } from './remind.ts';

/** Milliseconds between two checks. */
const CHECK_EVERY_MS = 1_000;
/** Check-ins of one transaction. */
const BATCH_SIZE = 25;

export type CheckInMonitorOptions<Prepared, Accepted extends { id: number }> = {
  db: Db;
  presses: Presses<Prepared, Accepted>;
  /** Asks the person's phones to answer; null: this server sends no push messages. */
  remind: ((due: readonly DueCheckIn[], now: Date) => Promise<void>) | null;
  log: DeliveryLog;
  /** For tests. */
  now?: () => Date;
};

/**
 * Raises the emergencies of people who have not answered a check-in. It reads only rows, so it needs no phone, and a new
 * process continues where a crashed one stopped. Any number of monitors may run on one database.
 */
export class CheckInMonitor<Prepared, Accepted extends { id: number }> {
  readonly #options: CheckInMonitorOptions<Prepared, Accepted>;
  readonly #now: () => Date;
  #periodic: Periodic | undefined;

  constructor(options: CheckInMonitorOptions<Prepared, Accepted>) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  start(): void {
    this.#periodic = every(
      CHECK_EVERY_MS,
      (stopping) => withQueryLimit('delivery', () => this.check(stopping)),
      {
        startsNow: true,
        onError: (error) =>
          this.#options.log.error({ fault: errorForLog(error) }, 'check-ins could not be checked'),
      },
    );
  }

  async stop(): Promise<void> {
    await this.#periodic?.stop();
  }

  /** Raises every emergency that is due, then asks the phones of the others. Returns how many were raised. */
  async check(stopping?: AbortSignal): Promise<number> {
    const { db, log } = this.#options;
    let raised = 0;
    let after: number | undefined = 0;
    while (after !== undefined) {
      const batch = { now: this.#now(), after, limit: BATCH_SIZE };
      const overdue = await findOverdue(db, batch, (error, id) =>
        log.error({ id, fault: errorForLog(error) }, 'a search for an overdue check-in failed'),
      );
      raised += await this.#raiseBatch(overdue);
      const isDone = overdue.length < BATCH_SIZE || stopping?.aborted === true;
      after = isDone ? undefined : overdue.at(-1)?.id;
      // Presses run between two batches.
      await setImmediate();
    }
    await this.#remindDue();
    return raised;
  }

  async #raiseBatch(overdue: readonly Overdue[]): Promise<number> {
    if (overdue.length === 0) return 0;
    const { db, presses, log } = this.#options;
    const now = this.#now();
    const blocked = overdue.filter(({ isTeamActive }) => !isTeamActive).map(({ id }) => id);
    if (blocked.length > 0) {
      await endOverdue(db, blocked, now);
      log.warn({ ids: blocked }, 'check-ins of blocked subscribers ended without an emergency');
    }
    const planned: PlannedRaise<Prepared>[] = [];
    for (const one of overdue) {
      if (!one.isTeamActive) continue;
      const plan = await this.#attempt(one.id, () => planRaise(presses, one, now));
      if (plan) planned.push(plan);
    }
    return await this.#raisePlanned(planned, now);
  }

  /**
   * Raises emergencies together. One that cannot be stored must not keep the others from being raised, and one that waits for
   * rows of its subscriber must not delay those of other subscribers. The next check repeats what fails.
   */
  async #raisePlanned(planned: readonly PlannedRaise<Prepared>[], now: Date): Promise<number> {
    const { db, presses, log } = this.#options;
    const [first, ...others] = planned;
    if (!first) return 0;
    if (others.length === 0)
      return (await this.#attempt(first.id, () => raise(db, presses, planned, now))) ?? 0;
    try {
      return await raise(db, presses, planned, now);
    } catch (error) {
      if (isUnreachable(error)) {
        // Each part would wait as long, and the delivery behind all of them.
        const ids = planned.map(({ id }) => id);
        log.error({ ids, fault: errorForLog(error) }, 'emergencies were not raised');
        return 0;
      }
      const byTeam = [...Map.groupBy(planned, ({ teamId }) => teamId).values()];
      const parts = byTeam.length > 1 ? byTeam : planned.map((one) => [one]);
      const raised = await Promise.all(parts.map((part) => this.#raisePlanned(part, now)));
      return raised.reduce((sum, count) => sum + count, 0);
    }
  }

  /** The next check repeats what fails. */
  async #attempt<Result>(id: number, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.#options.log.error({ id, fault: errorForLog(error) }, 'an emergency was not raised');
      return null;
    }
  }

  async #remindDue(): Promise<void> {
    const { db, remind } = this.#options;
    if (!remind) return;
    const now = this.#now();
    const due = await findDue(db, now);
    if (due.length === 0) return;
    await remind(due, now);
    for (const one of due) await markReminded(db, one, now);
  }
}
