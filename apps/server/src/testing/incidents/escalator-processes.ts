import type { Db } from '../../db/tables.ts';
import type { Escalator } from '../../incidents/escalation/escalator.ts';
import { FaultyIncidentsDb, testEscalator } from './escalators.ts';

/** `beforeUpdate`: an update of the process waits for it. */
type Process = { escalator: Escalator; beforeUpdate: () => Promise<void> };

/** Two processes that escalate the same incidents, with the faults that a test chooses. */
export class EscalatorProcesses {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #processes: Process[] = [];
  #paused: number | null = null;
  #crashes = false;
  #isSlow = false;

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
    for (const index of [0, 1] as const) this.restart(index);
  }

  /** A process starts, again: it knows nothing but the rows. */
  restart(index: 0 | 1): void {
    const incidents = new FaultyIncidentsDb(this.#db, {
      isCrashing: () => {
        const crashes = this.#crashes;
        this.#crashes = false;
        return crashes;
      },
      beforeUpdate: () => started.beforeUpdate(),
    });
    const escalator = testEscalator(this.#db, { now: this.#now, incidents });
    const started: Process = { escalator, beforeUpdate: async () => {} };
    this.#processes[index] = started;
  }

  /** One of the two processes stops or continues; the other one takes over. */
  pause(index: 0 | 1 | null): void {
    this.#paused = index;
  }

  /** The next transaction of an escalator is undone just before it commits. */
  crashNext(): void {
    this.#crashes = true;
  }

  /** The next time a process finds a step that reaches no one, the other one checks before it changes something. */
  slowNext(): void {
    this.#isSlow = true;
  }

  /** Lets the processes check at the same time. */
  async check(): Promise<void> {
    const [other, slow] = this.#processes.filter((_, index) => index !== this.#paused);
    if (this.#isSlow && other && slow) await this.#checkSlowly(slow, other);
    else await Promise.all([other?.escalator.check(), slow?.escalator.check()]);
  }

  async #checkSlowly(slow: Process, other: Process): Promise<void> {
    const found = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    slow.beforeUpdate = () => {
      this.#isSlow = false;
      found.resolve();
      return released.promise;
    };
    const slowly = slow.escalator.check();
    await Promise.race([found.promise, slowly]);
    await other.escalator.check();
    released.resolve();
    slow.beforeUpdate = async () => {};
    await slowly;
  }
}
