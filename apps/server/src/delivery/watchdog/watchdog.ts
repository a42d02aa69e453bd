import { setImmediate } from 'node:timers/promises';
import { ACCEPTED_WITHIN } from '@callpoint/contract/alarms';
import type { SubmissionKind } from '@callpoint/contract/catalogue';
import type { LiveEvent } from '@callpoint/contract/live-events';
import { sql } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { every, type Periodic } from '../../scheduling/every.ts';
import {
  AT_ONCE,
  findAcceptedNoMore,
  findEnded,
  findGivenUp,
  findUnaccepted,
  newestAttempt,
  STORED,
  NOTIFIES_SOMEONE,
  type Attempts,
  type UnnotifiedSubmission,
} from './candidates.ts';
import { mailAdministrators } from './alarm-digest.ts';
import { errorForLog, type DeliveryLog } from '../channels/delivery-log.ts';
import { raiseAlarms, type RaisedAlarm, type RaiseNeeds } from './raise-alarm.ts';

/** How often is looked. */
const LOOK_EVERY = 2_000;
/** How far back the first look goes: what went wrong while no process was there is not passed over. */
const LOOK_BACK = 24 * 3_600_000;
/** A commit may become visible so much later than the moment that it carries; so much is looked at twice. */
const LATE = 5_000;
/** One that waits for a lock or another machine, as PostgreSQL's may, is looked for every so often, so far back. */
const VERY_LATE = { every: 60_000, back: 300_000 };
/** The same for attempts, whose ids are given before their commit. */
const LATE_ATTEMPTS = 1_000;
/** Attempts of one look at the start. */
const FIRST_ATTEMPTS = 20_000;
/** Alarms of one look, in portions: presses come in between, and where nobody is told of anything they still do. */
const ROUNDS = 2;
/** Alarms of one transaction. */
const RAISED_TOGETHER = 10;

export type WatchdogOptions = RaiseNeeds & {
  live: Pick<LiveEvents, 'publish'>;
  /** Called after a commit that planned a message. */
  wakeDelivery: () => void;
  log: DeliveryLog;
  /** For tests. */
  now?: () => Date;
};

/** How many alarms a look raised, and whether that is all or more is left for the next look. */
type Look = { raised: number; isDone: boolean };

/**
 * Looks for submissions of which nobody was told, whoever failed to and however: apart from the delivery, so that
 * what breaks there does not break the alarm. Any number may run on one database.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #now: () => Date;
  /** Until when submissions were looked at, and until which attempt. */
  readonly #until: Record<SubmissionKind | 'accepted', number>;
  /** When submissions are looked for that became visible very late. */
  #lateAt: number;
  /** The newest attempt at each of these looks, the oldest first. */
  #lateAttempts: readonly number[] = [];
  #attempt: number | null = null;
  #periodic: Periodic | undefined;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    const from = this.#now().getTime() - LOOK_BACK;
    this.#until = { button: from, form: from, accepted: from };
    // The first look goes further back.
    this.#lateAt = this.#now().getTime() + VERY_LATE.every;
  }

  start(): void {
    this.#periodic = every(LOOK_EVERY, (stopping) => this.checkAll(stopping), {
      onError: (error) => this.#options.log.error({ fault: errorForLog(error) }, 'looking for alarms failed'),
    });
  }

  async stop(): Promise<void> {
    await this.#periodic?.stop();
  }

  /** Looks again at once as long as more is left: nobody's alarm waits behind a flood until the next look. */
  async checkAll(stopping?: AbortSignal): Promise<void> {
    for (let again = true; again;) {
      const { isDone, raised } = await this.look();
      // A look that raised nothing would find the same again.
      again = !isDone && raised > 0 && !stopping?.aborted;
    }
  }

  /** Raises what is to be raised now, and ends what has ended by itself. */
  async look(): Promise<Look> {
    const look: Look = { raised: 0, isDone: true };
    const now = this.#now();
    const until = await newestAttempt(this.#options.db);
    this.#attempt ??= until - FIRST_ATTEMPTS;
    const attempts = { after: this.#attempt - LATE_ATTEMPTS, until };
    await this.#givenUp(look, now, attempts);
    // What is found and raised is not found again.
    if (look.isDone) this.#attempt = until;
    await this.#ended(look, now);
    await this.#late(look, now, until);
    await this.#unaccepted(look, now);
    await this.#closeNotified(now, attempts);
    if ((await mailAdministrators(this.#options, now)) > 0) this.#options.wakeDelivery();
    return look;
  }

  async #givenUp(look: Look, now: Date, attempts: Attempts): Promise<void> {
    const by = new Date(now.getTime() - ACCEPTED_WITHIN).toISOString();
    // What has come to its end altogether first: it has the graver reason.
    for (const [kind, find] of [
      ['button', findGivenUp.button],
      ['form', findGivenUp.form],
      ['button', findAcceptedNoMore],
    ] as const) {
      for (let round = 1; ; round += 1) {
        const found = await find(this.#options.db, { ...attempts, by });
        await this.#raise(look, kind, found, now, { evenClosed: true });
        if (found.length < AT_ONCE) break;
        if (round < ROUNDS) continue;
        look.isDone = false;
        break;
      }
    }
  }

  async #ended(look: Look, now: Date): Promise<void> {
    for (const kind of ['button', 'form'] as const) {
      await this.#walk(look, kind, kind, now.getTime(), findEnded[kind]);
    }
  }

  /** Submissions and attempts that were committed after the look that should have found them. */
  async #late(look: Look, now: Date, until: number): Promise<void> {
    const to = now.getTime();
    if (!dialectOf(this.#options.db).commitsOutOfOrder || to < this.#lateAt) return;
    const from = to - VERY_LATE.back;
    const late: Look = { raised: 0, isDone: true };
    await this.#givenUp(late, now, { after: this.#lateAttempts[0] ?? until, until });
    for (const [kind, find, window] of [
      ['button', findEnded.button, windowOf(from, to)],
      ['form', findEnded.form, windowOf(from, to)],
      ['button', findUnaccepted, windowOf(from, to - ACCEPTED_WITHIN)],
    ] as const) {
      const found = await find(this.#options.db, window);
      await this.#raise(late, kind, found, now);
      if (found.length >= AT_ONCE) late.isDone = false;
    }
    look.raised += late.raised;
    look.isDone &&= late.isDone;
    if (!late.isDone) return;
    this.#lateAt = to + VERY_LATE.every;
    this.#lateAttempts = [...this.#lateAttempts, until].slice(-VERY_LATE.back / VERY_LATE.every);
  }

  async #unaccepted(look: Look, now: Date): Promise<void> {
    await this.#walk(look, 'accepted', 'button', now.getTime() - ACCEPTED_WITHIN, findUnaccepted);
  }

  /** Goes on where it came to the last time, by the moment at which submissions were stored. */
  async #walk(
    look: Look,
    name: SubmissionKind | 'accepted',
    kind: SubmissionKind,
    to: number,
    find: typeof findUnaccepted,
  ): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = await find(this.#options.db, windowOf(this.#until[name], to));
      await this.#raise(look, kind, found, this.#now());
      const last = found.at(-1);
      if (!last || found.length < AT_ONCE) {
        this.#until[name] = to;
        return;
      }
      this.#until[name] = Date.parse(last.created_at);
    }
    look.isDone = false;
  }

  async #raise(
    look: Look,
    kind: SubmissionKind,
    found: readonly UnnotifiedSubmission[],
    now: Date,
    { evenClosed } = { evenClosed: false },
  ): Promise<void> {
    for (let from = 0; from < found.length; from += RAISED_TOGETHER) {
      // Calls come in between; an alarm waits for none of them.
      await setImmediate();
      const some = found.slice(from, from + RAISED_TOGETHER);
      const raised = await raiseAlarms(this.#options, kind, some, now, { evenClosed });
      if (raised.length === 0) continue;
      look.raised += raised.length;
      this.#options.live.publish(...raised.map((one) => alarmEvent('alarm.raised', one, one.raised_at)));
      this.#options.wakeDelivery();
    }
  }

  /** A message arrived after all, at somebody who was to be told. */
  async #closeNotified(now: Date, { after, until }: Attempts): Promise<void> {
    const at = now.toISOString();
    // By `cross join` SQLite begins with the few attempts; else it would read all messages that were ever sent.
    const told = (kind: SubmissionKind) => sql`
      select o.id from delivery_attempt as a cross join delivery as d
        join alarm as o on ${sql.ref(`o.${STORED[kind].reference}`)} = ${sql.ref(`d.${STORED[kind].reference}`)}
      where d.id = a.delivery_id and a.id > ${after} and a.id <= ${until} and d.state = 'sent' and ${NOTIFIES_SOMEONE}`;
    const { rows } = await sql<RaisedAlarm>`
      update alarm set closed_at = ${at}, closed_by = 'system'
      where closed_at is null and id in (
        ${sql.join((['button', 'form'] as const).map(told), sql` union all `)}
      )
      returning id, team_id, button_click_id, form_submission_id, button_id, f_id, raised_at`.execute(
      this.#options.db,
    );
    this.#options.live.publish(...rows.map((row) => alarmEvent('alarm.closed', row, at)));
  }
}

function windowOf(from: number, to: number): { from: string; to: string } {
  return { from: new Date(from - LATE).toISOString(), to: new Date(to).toISOString() };
}

/** What open consoles are told of an alarm. */
export function alarmEvent(
  kind: 'alarm.raised' | 'alarm.closed',
  { id, team_id, button_click_id, form_submission_id, button_id, f_id }: Omit<RaisedAlarm, 'raised_at'>,
  at: string,
): LiveEvent {
  const isButton = button_click_id !== null;
  return {
    kind,
    team_id,
    alarm_id: id,
    submission: isButton ? 'button' : 'form',
    item_id: (isButton ? button_id : f_id) ?? 0,
    id: button_click_id ?? form_submission_id ?? 0,
    at,
  };
}
