import { markOutdated } from '../../db/reach-marks.ts';
import type { Db } from '../../db/tables.ts';
import { errorForLog, type DeliveryLog } from '../../delivery/channels/delivery-log.ts';
import { markNewDay } from '../../sending-limits/new-day.ts';
import { dayOf } from '../../sending-limits/usage-store.ts';
import { keepAddresses, keepJudgements, staleReach, type Kept, type Stale } from './kept-reach.ts';
import { readPlatform, readReached, readStanding } from './reachability.repository.ts';
import { judgeReach, platformMark, type JudgedBy } from './reachability.rules.ts';
import { afterPresses } from '../../scheduling/press-priority.ts';

/** How often is looked, in milliseconds. */
const LOOK_EVERY = 2_000;
/** Judgements that are written together. */
const AT_ONCE = 10;
/** How often those that nobody marked are looked for. */
const SWEEP_EVERY = 3_600_000;
/** A judgement is made anew after so long, whatever has changed. */
const LONGEST = 24 * 3_600_000;

export type ReachWatchOptions = JudgedBy & {
  db: Db;
  log: DeliveryLog;
  /** For tests. */
  now?: () => Date;
};

/**
 * Judges anew who would be told, wherever something has changed on which that depends: one subscriber at a time, so
 * that a press comes in between. Any number may run on one database; what two judge at once is the same.
 */
export class ReachWatch {
  readonly #options: ReachWatchOptions;
  readonly #now: () => Date;
  #swept: { under: string; at: number } | null = null;
  /** Limits start again with each one. */
  #day: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #stopped = false;

  constructor(options: ReachWatchOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.look()
        .catch((error: unknown) =>
          this.#options.log.error({ fault: errorForLog(error) }, 'judging reach failed'),
        )
        .finally(() => {
          this.#looking = null;
        });
    }, LOOK_EVERY);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Judges everybody who is to be judged now. */
  async look(): Promise<void> {
    const { db } = this.#options;
    await this.#sweep();
    for (;;) {
      const stale = await staleReach(db, AT_ONCE);
      const judgements: Kept[] = [];
      for (const one of stale) {
        if (this.#stopped) return;
        judgements.push(await this.#judge(one));
        await afterPresses();
      }
      await keepJudgements(db, judgements, this.#now());
      if (stale.length < AT_ONCE) return;
    }
  }

  async #sweep(): Promise<void> {
    const day = dayOf(this.#now());
    if (this.#day !== day) await markNewDay(this.#options.db, this.#now());
    this.#day = day;
    const now = this.#now().getTime();
    const under = platformMark(await readPlatform(this.#options.db), this.#options);
    if (this.#swept?.under === under && now - this.#swept.at < SWEEP_EVERY) return;
    await markOutdated(this.#options.db, under, new Date(now - LONGEST).toISOString());
    this.#swept = { under, at: now };
  }

  async #judge({ team_id, wanted, status }: Stale): Promise<Kept> {
    const { db, smsFrom } = this.#options;
    const reached = await readReached(db, team_id);
    const under = platformMark(reached, this.#options);
    // Nobody can press, so nobody is missed.
    if (status === 0) return { team_id, wanted, under, items: [] };
    await keepAddresses(db, team_id, reached.addresses);
    const standing = await readStanding(db, smsFrom, { teamId: team_id, ...reached }, this.#now());
    return { team_id, wanted, under, items: await judgeReach(reached, standing, this.#options) };
  }
}
