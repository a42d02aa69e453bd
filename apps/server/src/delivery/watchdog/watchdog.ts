import { setImmediate } from 'node:timers/promises';
import { ACCEPTANCE_TIMEOUT } from '@callpoint/contract/alarms';
import type { SubmissionKind } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import { commitsWait } from '../../db/empty-change.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { every, type Periodic } from '../../scheduling/every.ts';
import {
  BATCH_SIZE,
  findUnacceptedByAttempt,
  findUnnotifiedByTime,
  findUnnotifiedByAttempt,
  findUnacceptedByTime,
  LOOKBACK_MS,
  newestAttempt,
  SUBMISSION_TABLES,
  type AttemptRange,
  type AlarmCandidate,
  type Window,
} from './candidates.ts';
import { emailAdministrators } from './alarm-digest.ts';
import { findInParts } from './find-in-parts.ts';
import { LateCommits } from './late-commits.ts';
import { errorForLog, type DeliveryLog } from '../channels/delivery-log.ts';
import { alarmEvent, type RaisedAlarm } from '../queue/alarm-event.ts';
import { NOTIFIES_SOMEONE, STATE } from '../queue/notified.ts';
import { raiseAlarms, type RaiseDependencies } from './raise-alarm.ts';

/** Milliseconds between two checks. */
const CHECK_EVERY_MS = 2_000;
/** How long after its timestamp a commit may become visible, in milliseconds: windows overlap by it. */
const LATE_COMMIT_MS = 5_000;
/** Attempts get their ids before their commit, so each check reads this many ids again. */
const REREAD_ATTEMPTS = 1_000;
/** Attempts that the first check reads. */
const FIRST_ATTEMPTS = 20_000;
/** Maximum batches of one query in a check: a flood of alarms delays neither presses nor the other queries. */
const BATCHES_PER_CHECK = 2;
/** Alarms of one transaction. */
const ALARMS_PER_TRANSACTION = 10;

export type WatchdogOptions = RaiseDependencies & {
  live: Pick<LiveEvents, 'publish'>;
  /** Called after a commit that planned a message. */
  wakeDelivery: () => void;
  log: DeliveryLog;
  /** For tests. */
  now?: () => Date;
};

/** How many alarms a check raised, and whether that was all; otherwise the next check raises more. */
type CheckResult = { raised: number; isDone: boolean };

/**
 * Finds submissions that notified no one, and raises alarms. It reads only the database and works independently of the
 * delivery worker, so that a fault there does not stop the alarm. Any number of watchdogs may run on one database.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #now: () => Date;
  /** Until when submissions were checked, in milliseconds since 1970. */
  readonly #checkedUntil: Record<SubmissionKind | 'accepted', number>;
  readonly #lateCommits: LateCommits;
  /** The newest checked attempt. */
  #checkedAttempt: number | null = null;
  #periodic: Periodic | undefined;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    const start = this.#now().getTime();
    const from = start - LOOKBACK_MS;
    this.#checkedUntil = { button: from, form: from, accepted: from };
    this.#lateCommits = new LateCommits(start);
  }

  start(): void {
    this.#periodic = every(CHECK_EVERY_MS, (stopping) => this.checkAll(stopping), {
      onError: (error) =>
        this.#options.log.error({ fault: errorForLog(error) }, 'checking for alarms failed'),
    });
  }

  async stop(): Promise<void> {
    await this.#periodic?.stop();
  }

  /** Checks again immediately until nothing is left, so that no alarm waits for the next tick behind a flood. */
  async checkAll(stopping?: AbortSignal): Promise<void> {
    for (let again = true; again;) {
      const { isDone, raised } = await this.check();
      // After a check that raised nothing, the next check would find the same.
      again = !isDone && raised > 0 && !stopping?.aborted;
    }
  }

  /** Raises new alarms, and closes alarms whose submission has notified someone meanwhile. */
  async check(): Promise<CheckResult> {
    const result: CheckResult = { raised: 0, isDone: true };
    const now = this.#now();
    // Read first: if no commit waits, this check sees those that have waited.
    const isWaiting = await commitsWait(this.#options.db);
    const until = await newestAttempt(this.#options.db);
    this.#checkedAttempt ??= until - FIRST_ATTEMPTS;
    const attempts = { after: this.#checkedAttempt - REREAD_ATTEMPTS, until };
    this.#lateCommits.start({ at: now.getTime(), attempt: until - REREAD_ATTEMPTS }, isWaiting, {
      at: now.getTime() - LOOKBACK_MS,
      attempt: attempts.after,
    });
    await this.#checkAttempts(result, now, attempts);
    // Queries exclude submissions with an alarm, so reading the same attempts again finds the rest.
    if (result.isDone) this.#checkedAttempt = until;
    await this.#checkNewSubmissions(result, now);
    await this.#checkEmergencies(result, now);
    await this.#closeNotified(now, attempts);
    if ((await emailAdministrators(this.#options, now)) > 0) this.#options.wakeDelivery();
    // Last: it may read a day, and an error of it must not keep the rest from being checked.
    await this.#checkLateCommits(result, now, until).catch((error: unknown) => {
      this.#lateCommits.postpone(now.getTime());
      throw error;
    });
    return result;
  }

  async #checkAttempts(result: CheckResult, now: Date, attempts: AttemptRange): Promise<void> {
    const by = new Date(now.getTime() - ACCEPTANCE_TIMEOUT).toISOString();
    // Submissions without any open message first: their reason is more serious.
    for (const [kind, find] of [
      ['button', findUnnotifiedByAttempt.button],
      ['form', findUnnotifiedByAttempt.form],
      ['button', findUnacceptedByAttempt],
    ] as const) {
      for (let round = 1; ; round += 1) {
        const found = await find(this.#options.db, { ...attempts, by });
        await this.#raise(result, kind, found, now, { reopenClosed: true });
        if (found.length < BATCH_SIZE) break;
        if (round < BATCHES_PER_CHECK) continue;
        result.isDone = false;
        break;
      }
    }
  }

  async #checkNewSubmissions(result: CheckResult, now: Date): Promise<void> {
    for (const kind of ['button', 'form'] as const) {
      await this.#checkSince(result, kind, kind, now.getTime(), findUnnotifiedByTime[kind]);
    }
  }

  /** Finds submissions and attempts whose commit became visible after the check that covered their time. */
  async #checkLateCommits(result: CheckResult, now: Date, until: number): Promise<void> {
    const to = now.getTime();
    const start = this.#lateCommits.startOfSearch(to);
    if (!getDialect(this.#options.db).commitsOutOfOrder || !start) return;
    const from = start.at;
    const attempts = { after: start.attempt, until };
    const late: CheckResult = { raised: 0, isDone: true };
    await this.#checkAttempts(late, now, attempts);
    for (const [kind, find, window] of [
      ['button', findUnnotifiedByTime.button, windowOf(from, to)],
      ['form', findUnnotifiedByTime.form, windowOf(from, to)],
      ['button', findUnacceptedByTime, windowOf(from, to - ACCEPTANCE_TIMEOUT)],
    ] as const) {
      const found = await find(this.#options.db, window);
      await this.#raise(late, kind, found, now);
      if (found.length >= BATCH_SIZE) late.isDone = false;
    }
    result.raised += late.raised;
    result.isDone &&= late.isDone;
    await this.#closeNotified(now, attempts);
    if (late.isDone) this.#lateCommits.finish({ at: to, attempt: until });
  }

  async #checkEmergencies(result: CheckResult, now: Date): Promise<void> {
    await this.#checkSince(
      result,
      'accepted',
      'button',
      now.getTime() - ACCEPTANCE_TIMEOUT,
      findUnacceptedByTime,
    );
  }

  /** Continues where the last check stopped, by the time at which submissions were stored. */
  async #checkSince(
    result: CheckResult,
    name: SubmissionKind | 'accepted',
    kind: SubmissionKind,
    to: number,
    find: typeof findUnacceptedByTime,
  ): Promise<void> {
    const { db } = this.#options;
    for (let round = 0; round < BATCHES_PER_CHECK; round += 1) {
      const window = windowOf(this.#checkedUntil[name], to);
      const found = await findInParts(window, getDialect(db), (part) => find(db, part));
      await this.#raise(result, kind, found, this.#now());
      const last = found.at(-1);
      if (!last || found.length < BATCH_SIZE) {
        this.#checkedUntil[name] = to;
        return;
      }
      this.#checkedUntil[name] = Date.parse(last.created_at);
    }
    result.isDone = false;
  }

  async #raise(
    result: CheckResult,
    kind: SubmissionKind,
    found: readonly AlarmCandidate[],
    now: Date,
    { reopenClosed } = { reopenClosed: false },
  ): Promise<void> {
    for (let from = 0; from < found.length; from += ALARMS_PER_TRANSACTION) {
      // Other work of the event loop runs between two transactions.
      await setImmediate();
      const some = found.slice(from, from + ALARMS_PER_TRANSACTION);
      const raised = await raiseAlarms(this.#options, kind, some, now, { reopenClosed });
      if (raised.length === 0) continue;
      result.raised += raised.length;
      this.#options.live.publish(...raised.map((one) => alarmEvent('alarm.raised', one, one.raised_at)));
      this.#options.wakeDelivery();
    }
  }

  /** Closes alarms whose submission has a message that was sent meanwhile, or whose incident someone has. */
  async #closeNotified(now: Date, { after, until }: AttemptRange): Promise<void> {
    const at = now.toISOString();
    // `cross join` makes SQLite start with the few attempts: otherwise it would read all messages that were ever sent.
    const notified = (kind: SubmissionKind) => sql`
      select o.id from delivery_attempt as a cross join delivery as d
        join alarm as o on ${sql.ref(`o.${SUBMISSION_TABLES[kind].reference}`)} = ${sql.ref(`d.${SUBMISSION_TABLES[kind].reference}`)}
      where d.id = a.delivery_id and a.id > ${after} and a.id <= ${until} and ${STATE} = 'sent' and o.reason <> 'unacknowledged' and ${NOTIFIES_SOMEONE}`;
    const { rows } = await sql<RaisedAlarm>`
      update alarm set closed_at = ${at}, closed_by = 'system'
      where closed_at is null and id in (
        ${sql.join((['button', 'form'] as const).map(notified), sql` union all `)}
        union all ${ACKNOWLEDGED}
      )
      returning id, team_id, button_click_id, form_submission_id, button_id, f_id, raised_at`.execute(
      this.#options.db,
    );
    this.#options.live.publish(...rows.map((row) => alarmEvent('alarm.closed', row, at)));
  }
}

/** Someone may acknowledge an incident at the moment in which an alarm about it is raised. */
const ACKNOWLEDGED = sql`
  select o.id from alarm as o join incident as i on i.button_click_id = o.button_click_id
  where o.closed_at is null and o.reason <> 'unacknowledged' and i.state <> 'open'`;

function windowOf(from: number, to: number): Window {
  return { from: new Date(from - LATE_COMMIT_MS).toISOString(), to: new Date(to).toISOString() };
}
