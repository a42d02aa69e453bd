import { CHANNELS, type Channel } from '@callpoint/alerts/messages';
import type { Db } from '../../db/tables.ts';
import { Backoff } from '../../scheduling/backoff.ts';
import { every, type Periodic } from '../../scheduling/every.ts';
import { outsideCalls } from '../../scheduling/press-priority.ts';
import { Claims, type Asked } from './claimer.ts';
import { faultOf, type DeliveryLog } from '../channels/delivery-log.ts';
import { Departures } from './dispatcher.ts';
import { Holdings } from './claimed-messages.ts';
import { IllLanes } from './lane-health.ts';
import { endAllLeases } from '../queue/lease.ts';
import type { Senders } from '../channels/channel.ts';
import { holdUnsendable, takeOverLost, type Changed } from '../queue/reclaim.ts';

/** How often a worker looks for retries that are due, other processes' messages and messages left behind. */
const POLL_MS = 1000;
/** Waits after a fault of the database, in milliseconds. */
const BACKOFF_MS = { first: 100, longest: 5000 };
/** How long a result waits for others to be recorded with it, as each commit is a wait for the disk. */
const GATHER_MS = 25;
/** How long a stopping worker waits for what is on its way. */
const STOP_MS = 15_000;

export type WorkerOptions = {
  db: Db;
  channels: Senders;
  log: DeliveryLog;
  /**
   * No other process sends from this database, so what is `sending` at the start was left by one that has died: it
   * is taken over at once instead of when its lease ends.
   */
  alone?: boolean;
  /** Hears of every change of a message's state, after its commit. */
  onResult?: (changed: readonly Changed[]) => void;
  /** For tests: the clock of leases and retries, and the source of jitter. */
  now?: () => Date;
  random?: () => number;
  /** How long `stop` waits for what is on its way, in milliseconds. */
  stopMs?: number;
};

/**
 * Sends what is in the outbox. Any number of workers may run on one database.
 *
 * Everything happens in turns, one at a time: record what has ended, renew leases, take over what others left,
 * claim as much as there is room for. Nothing is taken over before this worker's own leases are renewed, so a
 * message whose result still waits for the database is not sent again by the worker that holds the result.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions & { now: () => Date; random: () => number };
  readonly #held: Holdings;
  readonly #claims: Claims;
  readonly #departures: Departures;
  #state: 'new' | 'running' | 'stopping' | 'stopped' = 'new';
  #wanted = false;
  #turning = false;
  #pollDue = true;
  #leftBehind: boolean;
  readonly #backoff = new Backoff(BACKOFF_MS);
  #poll: Periodic | undefined;
  #pause: NodeJS.Timeout | undefined;
  #gather: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;
  #drained = () => {};

  constructor(options: WorkerOptions) {
    this.#options = { now: () => new Date(), random: Math.random, ...options };
    this.#held = new Holdings(options.db, options.log);
    const ill = new IllLanes();
    this.#claims = new Claims(options.channels, this.#held, ill, this.#options.now);
    this.#departures = new Departures({
      held: this.#held,
      ill,
      now: this.#options.now,
      random: this.#options.random,
      maySend: () => this.#state !== 'stopped',
      onResult: () => this.#resultCame(),
    });
    this.#leftBehind = options.alone ?? false;
  }

  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'running';
    const poll = () => {
      this.#pollDue = true;
      this.#held.dropExpired(this.#options.now());
      this.wake();
    };
    this.#poll = every(POLL_MS, poll, {
      onError: (error) => this.#options.log.error({ fault: faultOf(error) }, 'polling failed'),
    });
    this.wake();
  }

  /** There may be something to do: call it after each commit that put messages into the outbox. */
  wake(): void {
    this.#wanted = true;
    if (this.#turning || this.#pause || this.#state === 'new' || this.#state === 'stopped') return;
    this.#turning = true;
    // A call that wakes it may have to wait for presses: the delivery never does.
    outsideCalls(() => setImmediate(() => void this.#turns()));
  }

  /**
   * Claims nothing more, and resolves when what is on its way has ended and is recorded. What has not ended in
   * time is given back, for another worker to take over. Never rejects.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    if (this.#state === 'running') {
      this.#state = 'stopping';
      const drained = new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
      this.wake();
      await Promise.race([drained, pause(this.#options.stopMs ?? STOP_MS)]);
    }
    this.#state = 'stopped';
    clearTimeout(this.#pause);
    clearTimeout(this.#gather);
    await this.#poll?.stop();
    if (this.#held.size > 0) {
      await this.#try('recording results', async () => this.#tell(await this.#held.record()));
      await this.#try('giving messages back', () => this.#held.giveBack(this.#options.now()));
    }
  }

  async #turns(): Promise<void> {
    while (this.#wanted && !this.#pause && this.#state !== 'stopped') {
      this.#wanted = false;
      if (await this.#turn()) this.#backoff.reset();
      else this.#backOff();
    }
    this.#turning = false;
    if (this.#state === 'stopping' && this.#held.size === 0) this.#drained();
  }

  /** False after a fault of the database that the next turn would most likely meet again. */
  async #turn(): Promise<boolean> {
    const now = this.#options.now();
    this.#held.dropExpired(now);
    // A result that could not be recorded waits for the next turn, at most until the next poll.
    let claimed: readonly Channel[] = [];
    await this.#try('recording results', async () => {
      claimed = await this.#recordAndClaim();
    });
    if (!(await this.#try('renewing leases', () => this.#held.renew(now)))) return false;
    if (this.#state !== 'running') {
      return await this.#try('giving messages back', () => this.#held.release());
    }
    return await this.#try('claiming messages', async () => {
      if (this.#pollDue) {
        await this.#lookAround();
        claimed = [];
      }
      for (const channel of CHANNELS) if (!claimed.includes(channel)) await this.#claim(channel);
    });
  }

  async #try(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#options.log.error({ fault: faultOf(error) }, `${what} failed`);
      return false;
    }
  }

  #backOff(): void {
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.wake();
    }, this.#backoff.next());
  }

  /**
   * One commit, which is a wait for the disk, for what has ended and for what is sent in its place.
   * Returns the channels of which nothing more is to be claimed.
   */
  async #recordAndClaim(): Promise<Channel[]> {
    const asked: Asked[] = [];
    const changed = await this.#held.record(async (tx, results) => {
      if (this.#state !== 'running') return;
      for (const channel of CHANNELS) {
        const ended = results.filter((result) => result.channel === channel).length;
        const one = await this.#claims.ask(tx, channel, ended);
        if (one) asked.push(one);
      }
    });
    const done = asked.filter((one) => !this.#take(one));
    this.#tell(changed);
    return done.map(({ channel }) => channel);
  }

  /** What nobody told this worker of: messages left behind, and messages without a channel. */
  async #lookAround(): Promise<void> {
    const { db, now, random, channels } = this.#options;
    if (this.#leftBehind) await endAllLeases(db, now());
    this.#leftBehind = false;
    this.#tell(await takeOverLost(db, now(), random));
    for (const channel of CHANNELS) {
      if (!channels[channel]) this.#tell(await holdUnsendable(db, channel, now()));
    }
    this.#pollDue = false;
  }

  async #claim(channel: Channel): Promise<void> {
    // Again only where a lane has filled up, because behind its messages others may be waiting.
    for (let again = true; again;) {
      const asked = await this.#claims.ask(this.#options.db, channel);
      again = asked !== null && this.#take(asked) && this.#state === 'running';
    }
  }

  /** Sends what was claimed, as far as there are places; true where it is worth asking again at once. */
  #take(asked: Asked): boolean {
    // After a claim that took too long, or a stop that did not wait for it, others take over.
    if (this.#state !== 'stopped' && asked.leaseUntil > this.#options.now()) {
      for (const message of asked.claimed) this.#held.add(message, asked.leaseUntil);
    }
    this.#departures.sendNext(asked.channel, asked.sender);
    return this.#claims.mayHaveMore(asked);
  }

  #resultCame(): void {
    if (this.#held.isIdle) return this.wake();
    this.#gather ??= setTimeout(() => {
      this.#gather = undefined;
      this.wake();
    }, GATHER_MS);
  }

  #tell(changed: readonly Changed[]): void {
    if (changed.length === 0) return;
    try {
      this.#options.onResult?.(changed);
    } catch (error) {
      this.#options.log.error({ fault: faultOf(error) }, 'telling of results failed');
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
