import type { LiveEvents } from '../../events/live-events.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import { alarmEvent } from '../../delivery/queue/alarm-event.ts';
import { errorForLog, type DeliveryLog } from '../../delivery/channels/delivery-log.ts';
import { every, type Periodic } from '../../scheduling/every.ts';
import { inTrace } from '../../tracing/spans.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';
import { incidentChanged } from '../incident-row.ts';
import { findExhausted } from './run-status.ts';
import { startDueRun, type RunDependencies } from './start-run.ts';

/** Milliseconds between two searches for steps that are due. */
const CHECK_EVERY_MS = 1_000;
/** Milliseconds between two searches for steps that reach no one any longer; a failed message starts one immediately. */
const EXHAUSTED_EVERY_MS = 4_000;
/** Milliseconds after which a long check tries incidents again whose step could not start. */
const RETRY_EVERY_MS = 5_000;
/**
 * Due incidents of one search; the next one follows immediately. A step takes some milliseconds, and an incident that becomes due
 * meanwhile waits only for those of one search.
 */
const BATCH_SIZE = 5;

export type EscalatorOptions = RunDependencies & {
  incidents: IncidentsDb;
  live: Pick<LiveEvents, 'publish'>;
  /** Called after a commit that planned messages. */
  wakeDelivery: () => void;
  log: DeliveryLog;
  /** For tests. */
  now?: () => Date;
};

/**
 * Starts the steps of open incidents when they are due, or earlier if the current step reaches no one. It reads and
 * writes only the database: any number of escalators may run on one, and a crash loses nothing.
 */
export class Escalator {
  readonly #options: EscalatorOptions;
  readonly #now: () => Date;
  #exhaustedCheckAt = 0;
  #periodic: Periodic | undefined;

  constructor(options: EscalatorOptions) {
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
          this.#options.log.error({ fault: errorForLog(error) }, 'escalating incidents failed'),
      },
    );
  }

  /** The next check also searches for steps that reach no one: a message failed, or someone can’t. */
  wake(): void {
    this.#exhaustedCheckAt = 0;
  }

  async stop(): Promise<void> {
    await this.#periodic?.stop();
  }

  /** Starts every step that is due now. Returns how many. */
  async check(stopping?: AbortSignal): Promise<number> {
    let started = 0;
    // Ones that cannot start must not keep the others from starting. They are tried again only if others have started.
    const unable = new Set<number>();
    let hasStarted = false;
    let retryAt = this.#now().getTime() + RETRY_EVERY_MS;
    let hurryAt = -Infinity;
    for (;;) {
      if (stopping?.aborted === true) break;
      const now = this.#now().getTime();
      if (now >= hurryAt) {
        hurryAt = now + CHECK_EVERY_MS;
        await this.#hurryExhausted();
      }
      const due = await this.#findDue(unable);
      for (const id of due) {
        // After a downtime, many are due at once.
        await yieldToPresses();
        // A step that notified no one makes the next one due immediately.
        if (await this.#start(id)) {
          started += 1;
          hasStarted = true;
        } else unable.add(id);
      }
      if (due.length > 0 && now < retryAt) continue;
      if (due.length === 0 && (!hasStarted || unable.size === 0)) break;
      if (hasStarted) unable.clear();
      hasStarted = false;
      retryAt = now + RETRY_EVERY_MS;
    }
    return started;
  }

  /** Makes the next step of incidents due whose current one reaches no one. */
  async #hurryExhausted(): Promise<void> {
    const now = this.#now();
    if (now.getTime() < this.#exhaustedCheckAt) return;
    this.#exhaustedCheckAt = now.getTime() + EXHAUSTED_EVERY_MS;
    const exhausted = Map.groupBy(await findExhausted(this.#options.incidents, now), ({ run }) => run);
    for (const [run, found] of exhausted) {
      await this.#hurry(
        run,
        found.map(({ id }) => id),
        now,
      );
    }
  }

  /** Another server may have started the next step meanwhile, whose people have the time of the policy. */
  async #hurry(run: number, ids: readonly number[], now: Date): Promise<void> {
    const { incidents } = this.#options;
    // One that someone is answering is found again by the next search.
    const free = incidents
      .selectFrom('incident')
      .select('id')
      .where('id', 'in', ids)
      .where('run', '=', run)
      .where('state', '=', 'open')
      .where('next_run_at', '>', now.toISOString())
      .modifyEnd(incidents.rowLock('no key update skip locked'));
    await incidents
      .updateTable('incident')
      .set({ next_run_at: now.toISOString() })
      .where('id', 'in', free)
      .execute();
  }

  /** A few incidents that are due, except these: the first of each subscriber before the second of any. */
  async #findDue(except: ReadonlySet<number>): Promise<number[]> {
    const rows = await this.#options.incidents
      .selectFrom((inner) =>
        inner
          .selectFrom('incident')
          .select(['id', 'next_run_at'])
          .select((row) =>
            row.fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('team_id').orderBy('next_run_at').orderBy('id'))
              .as('position'),
          )
          .where('next_run_at', '<=', this.#now().toISOString())
          .as('due'),
      )
      .select('due.id')
      .orderBy('due.position')
      .orderBy('due.next_run_at')
      .orderBy('due.id')
      .limit(BATCH_SIZE + except.size)
      .execute();
    return rows
      .map(({ id }) => id)
      .filter((id) => !except.has(id))
      .slice(0, BATCH_SIZE);
  }

  /** A fault of one incident must not stop the others. */
  async #start(id: number): Promise<boolean> {
    const { incidents, live, log, wakeDelivery } = this.#options;
    try {
      const started = await inTrace('escalation step', { 'callpoint.incident_id': id }, () =>
        startDueRun(incidents, this.#options, id, this.#now()),
      );
      if (!started) return false;
      const { incident, alarm } = started;
      wakeDelivery();
      live.publish(incidentChanged(incident, this.#now()));
      if (alarm) live.publish(alarmEvent('alarm.raised', alarm, alarm.raised_at));
      return true;
    } catch (error) {
      log.error({ incident: id, fault: errorForLog(error) }, 'a step of an incident could not start');
      return false;
    }
  }
}
