import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import { requireDisk } from '../../db/disk-state.ts';
import type { Db } from '../../db/tables.ts';
import { Backoff } from '../../scheduling/backoff.ts';
import { every, type Periodic } from '../../scheduling/every.ts';
import { runDetachedFromCall } from '../../scheduling/press-priority.ts';
import { Claimer, type ClaimedBatch, type Personalize } from './claimer.ts';
import { errorForLog, type DeliveryLog } from '../channels/delivery-log.ts';
import { Dispatcher } from './dispatcher.ts';
import { ClaimedMessages } from './claimed-messages.ts';
import { LaneHealth } from './lane-health.ts';
import { expireAllLeases } from '../queue/lease.ts';
import type { ChannelAdapters } from '../channels/channel.ts';
import type { ReasonNotToSend } from './attempt.ts';
import { holdUnconfigured, reclaimExpired, type StateChange } from '../queue/reclaim.ts';

/** How often a worker looks for due retries, messages of other processes and expired leases. */
const POLL_MS = 1000;
/** Waits after a database error, in milliseconds. */
const BACKOFF_MS = { first: 100, longest: 5000 };
/** How long a result waits for others of the same commit, because each commit waits for the disk. */
const GATHER_MS = 25;
/**
 * The wait after a claim that found nothing next to full lanes: a multiple of its duration, with a maximum in milliseconds. While a
 * mail server does not respond, each new message would otherwise read many that wait for it.
 */
const REST = { times: 9, most: 250 };
/** Without a claim for so long, a worker counts as unable to claim; with errors it tries every few seconds. */
const CLAIM_WITHIN_MS = 30_000;
/** How long a stopping worker waits for messages in flight. */
const STOP_MS = 15_000;

export type WorkerOptions = {
  db: Db;
  channels: ChannelAdapters;
  log: DeliveryLog;
  /**
   * True if no other process sends from this database. Messages that are `sending` at the start then belong to a crashed
   * process and are reclaimed immediately, instead of when their leases expire.
   */
  alone?: boolean;
  /** Called after the commit of every state change of a message. */
  onResult?: (changed: readonly StateChange[]) => void;
  /** Completes the texts of claimed messages; default: they are complete. */
  personalize?: Personalize;
  /** Default: every claimed message may be sent. */
  reasonNotToSend?: ReasonNotToSend;
  /** For tests: the clock of leases and retries, and the source of jitter. */
  now?: () => Date;
  random?: () => number;
  /** How long `stop` waits for messages in flight, in milliseconds. */
  stopMs?: number;
};

/**
 * Sends the messages of the outbox. Any number of workers may run on one database.
 *
 * Works in iterations, one at a time: record results, renew leases, reclaim expired messages, and claim messages up to
 * its capacity. It renews its own leases before it reclaims, so it never reclaims a message whose result it has not
 * recorded yet.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions & { now: () => Date; random: () => number };
  readonly #claimed: ClaimedMessages;
  readonly #claimer: Claimer;
  readonly #dispatcher: Dispatcher;
  #state: 'new' | 'running' | 'stopping' | 'stopped' = 'new';
  #isRequested = false;
  #isRunning = false;
  #pollDue = true;
  /** When it last claimed; null: not since it was started. */
  #claimedAt: number | null = null;
  #ownsAllLeases: boolean;
  readonly #backoff = new Backoff(BACKOFF_MS);
  #poll: Periodic | undefined;
  #pause: NodeJS.Timeout | undefined;
  #gather: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;
  #drained = () => {};

  constructor(options: WorkerOptions) {
    this.#options = { now: () => new Date(), random: Math.random, ...options };
    this.#claimed = new ClaimedMessages(options.db, options.log);
    const health = new LaneHealth();
    this.#claimer = new Claimer(
      options.channels,
      this.#claimed,
      health,
      this.#options.now,
      options.personalize ?? (async (_db, messages) => [...messages]),
      options.log,
    );
    this.#dispatcher = new Dispatcher({
      claimed: this.#claimed,
      health,
      now: this.#options.now,
      random: this.#options.random,
      reasonNotToSend: options.reasonNotToSend ?? (async () => null),
      maySend: () => this.#state !== 'stopped',
      onResult: () => this.#resultArrived(),
    });
    this.#ownsAllLeases = options.alone ?? false;
  }

  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'running';
    const poll = () => {
      this.#pollDue = true;
      this.#claimed.dropExpired(this.#options.now());
      this.wake();
    };
    this.#poll = every(POLL_MS, poll, {
      onError: (error) => this.#options.log.error({ fault: errorForLog(error) }, 'polling failed'),
    });
    this.wake();
  }

  /** False until it has claimed messages for the first time, and if it has not been able to for half a minute. */
  canClaim(): boolean {
    return this.#claimedAt !== null && this.#options.now().getTime() - this.#claimedAt < CLAIM_WITHIN_MS;
  }

  /** Starts an iteration soon: call it after each commit that put messages into the outbox. */
  wake(): void {
    this.#isRequested = true;
    if (this.#isRunning || this.#pause || this.#state === 'new' || this.#state === 'stopped') return;
    this.#isRunning = true;
    // The caller may have a lower priority than presses; the delivery does not inherit it.
    runDetachedFromCall(() => setImmediate(() => void withQueryLimit('delivery', () => this.#run())));
  }

  /**
   * Claims no more messages, and resolves when the messages in flight have recorded results. Messages that are still in
   * flight after the timeout are released for another worker. Never rejects.
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
    if (this.#claimed.size > 0) {
      await this.#try('recording results', async () => this.#publish(await this.#claimed.recordResults()));
      await this.#try('releasing messages', () => this.#claimed.releaseAll(this.#options.now()));
    }
  }

  async #run(): Promise<void> {
    while (this.#isRequested && !this.#pause && this.#state !== 'stopped') {
      this.#isRequested = false;
      if (await this.#iterate()) this.#backoff.reset();
      else {
        this.#isRequested = true;
        this.#wait(this.#backoff.next());
      }
    }
    this.#isRunning = false;
    if (this.#state === 'stopping' && this.#claimed.size === 0) this.#drained();
  }

  /** False after a database error that is likely to occur again in the next iteration. */
  async #iterate(): Promise<boolean> {
    const now = this.#options.now();
    this.#claimed.dropExpired(now);
    // A result that could not be recorded waits for the next iteration, at most until the next poll.
    let claimed: readonly Channel[] = [];
    await this.#try('recording results', async () => {
      claimed = await this.#recordAndClaim();
    });
    if (!(await this.#try('renewing leases', () => this.#claimed.renew(now)))) return false;
    if (this.#state !== 'running') {
      return await this.#try('releasing messages', () => this.#claimed.release());
    }
    return await this.#try('claiming messages', async () => {
      // Without it nothing would be sent whose result can be stored.
      await requireDisk(this.#options.db);
      if (this.#pollDue) {
        await this.#runPeriodicTasks();
        claimed = [];
      }
      const start = performance.now();
      let isFull = false;
      for (const channel of CHANNELS) {
        if (!claimed.includes(channel) && (await this.#claim(channel))) isFull = true;
      }
      if (isFull) this.#wait(Math.min(REST.times * (performance.now() - start), REST.most));
      this.#claimedAt = this.#options.now().getTime();
    });
  }

  async #try(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#options.log.error({ fault: errorForLog(error) }, `${what} failed`);
      return false;
    }
  }

  /** Starts no iteration for so many milliseconds, and then one if something asked for it. */
  #wait(ms: number): void {
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isRequested) this.wake();
    }, ms);
  }

  /**
   * Records results and claims the next messages in one commit, because each commit waits for the disk.
   * Returns the channels that need no other claim.
   */
  async #recordAndClaim(): Promise<Channel[]> {
    const batches: ClaimedBatch[] = [];
    const changed = await this.#claimed.recordResults(async (tx, results) => {
      if (this.#state !== 'running') return;
      for (const channel of CHANNELS) {
        const finished = results.filter((result) => result.channel === channel).length;
        const batch = await this.#claimer.claim(tx, channel, finished);
        if (batch) batches.push(batch);
      }
    });
    const done = batches.filter((batch) => !this.#dispatch(batch));
    this.#publish(changed);
    return done.map(({ channel }) => channel);
  }

  /** Reclaims expired messages, and holds messages of channels that are not configured. */
  async #runPeriodicTasks(): Promise<void> {
    const { db, now, random, channels } = this.#options;
    if (this.#ownsAllLeases) await expireAllLeases(db, now());
    this.#ownsAllLeases = false;
    this.#publish(await reclaimExpired(db, now(), random));
    for (const channel of CHANNELS) {
      if (!channels[channel]) this.#publish(await holdUnconfigured(db, channel, now()));
    }
    this.#pollDue = false;
  }

  /** True if it found nothing because lanes are full. */
  async #claim(channel: Channel): Promise<boolean> {
    // Another claim only if this one filled a lane: messages of other lanes may be waiting behind it.
    for (;;) {
      const batch = await this.#claimer.claim(this.#options.db, channel);
      const again = batch !== null && this.#dispatch(batch) && this.#state === 'running';
      if (again) continue;
      if (batch?.isPartial) this.#isRequested = true;
      return batch !== null && this.#claimer.foundFullLanes(batch);
    }
  }

  /** Sends the claimed messages for which there are slots. True if another claim may find more. */
  #dispatch(batch: ClaimedBatch): boolean {
    // After a claim that took too long, or a stop that did not wait for it, other workers reclaim the messages.
    if (this.#state !== 'stopped' && batch.leaseUntil > this.#options.now()) {
      for (const message of batch.messages) this.#claimed.add(message, batch.leaseUntil);
    }
    this.#dispatcher.dispatchNext(batch.channel, batch.adapter);
    return this.#claimer.mayHaveMore(batch);
  }

  #resultArrived(): void {
    if (this.#claimed.isIdle) return this.wake();
    this.#gather ??= setTimeout(() => {
      this.#gather = undefined;
      this.wake();
    }, GATHER_MS);
  }

  #publish(changed: readonly StateChange[]): void {
    if (changed.length === 0) return;
    try {
      this.#options.onResult?.(changed);
    } catch (error) {
      this.#options.log.error({ fault: errorForLog(error) }, 'publishing results failed');
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
