import { perChannel, type Channel } from '@callpoint/contract/channels/channels';
import type { Db } from '../../db/tables.ts';
import type { ClaimedMessage } from '../queue/claim.ts';
import { errorForLog, type DeliveryLog } from '../channels/delivery-log.ts';
import {
  claimKey,
  LEASE_MS,
  RENEW_AFTER_MS,
  releaseClaims,
  renewLeases,
  type ClaimRef,
} from '../queue/lease.ts';
import { ChannelQueue, type ClaimedEntry } from './channel-queue.ts';
import { recordResults, type AttemptResult } from '../queue/record-results.ts';
import type { StateChange } from '../queue/reclaim.ts';

/** Additional work in the transaction that records results. */
type AdditionalWork = (tx: Db, results: readonly AttemptResult[]) => Promise<void>;

/**
 * The claimed messages of one worker, and the results that it records. In memory only: after a crash the leases expire
 * and other workers reclaim the messages. An entry is removed when its result is recorded, or when it is no longer
 * claimed.
 */
export class ClaimedMessages {
  readonly #entries = new Map<string, ClaimedEntry>();
  readonly #queues: Readonly<Record<Channel, ChannelQueue>> = perChannel(() => new ChannelQueue());
  readonly #db: Db;
  readonly #log: DeliveryLog;
  #oneByOne = false;

  constructor(db: Db, log: DeliveryLog) {
    this.#db = db;
    this.#log = log;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** True where no message is in flight or waits for a slot. */
  get isIdle(): boolean {
    return Object.values(this.#queues).every(({ isEmpty }) => isEmpty);
  }

  sizeOf(channel: Channel): number {
    return this.#all().filter(({ message }) => message.channel === channel).length;
  }

  /** The messages of a channel that have no result yet. */
  queueOf(channel: Channel): ChannelQueue {
    return this.#queues[channel];
  }

  /** Frees the slot. The result is recorded later. */
  addResult(entry: ClaimedEntry, result: AttemptResult): void {
    entry.result = result;
    this.#queues[entry.message.channel].remove(entry);
  }

  add(message: ClaimedMessage, leaseUntil: Date): void {
    const abort = new AbortController();
    const entry = { message, leaseUntil: leaseUntil.getTime(), result: null, abort, dispatched: null };
    this.#entries.set(claimKey(message), entry);
    this.#queues[message.channel].add(entry);
  }

  /**
   * Records all results in one commit. After a failure, the next call records each in its own commit, so that a result
   * that the database rejects does not delay the others. Throws the error of the database.
   * `additionalWork` runs in the single commit, and not after a failure.
   */
  async recordResults(additionalWork: AdditionalWork = async () => {}): Promise<StateChange[]> {
    const results = this.#all().flatMap(({ result }) => (result ? [result] : []));
    if (results.length === 0) return [];
    const changed: StateChange[] = [];
    for (const batch of this.#oneByOne ? results.map((result) => [result]) : [results]) {
      try {
        changed.push(...(await this.#recordBatch(batch, this.#oneByOne ? async () => {} : additionalWork)));
      } catch (error) {
        this.#oneByOne = true;
        for (const result of batch) this.#moveLast(result);
        if (changed.length === 0) throw error;
        this.#log.error({ fault: errorForLog(error) }, 'recording some results failed');
        return changed;
      }
    }
    this.#oneByOne = false;
    return changed;
  }

  async #recordBatch(
    results: readonly AttemptResult[],
    additionalWork: AdditionalWork,
  ): Promise<StateChange[]> {
    const recorded = await this.#db.transaction().execute(async (tx) => {
      const keys = await recordResults(tx, results);
      await additionalWork(tx, results);
      return keys;
    });
    return results.flatMap((result) => {
      const message = this.#entries.get(claimKey(result))?.message;
      this.#entries.delete(claimKey(result));
      if (!message) return [];
      if (recorded.has(claimKey(result))) return [{ message, state: result.state }];
      this.#log.warn(
        { delivery: result.id },
        'a result arrived after the provider had reported it, or another worker had reclaimed the message',
      );
      return [];
    });
  }

  /** Renews the leases that are due, and drops the messages that another worker has reclaimed. */
  async renew(now: Date): Promise<void> {
    const due = this.#all().filter(
      ({ leaseUntil }) => leaseUntil - now.getTime() <= LEASE_MS - RENEW_AFTER_MS,
    );
    if (due.length === 0) return;
    const until = new Date(now.getTime() + LEASE_MS);
    const messages = due.map(({ message }) => message);
    const renewed = await renewLeases(this.#db, messages, until);
    for (const entry of due) {
      if (renewed.has(claimKey(entry.message))) entry.leaseUntil = until.getTime();
      else this.#lose(entry, 'another worker has reclaimed it');
    }
  }

  /** Drops messages in flight with expired leases: a suspended process no longer owns them when it resumes. */
  dropExpired(now: Date): void {
    for (const entry of this.#all()) {
      if (entry.result === null && entry.leaseUntil <= now.getTime()) {
        this.#lose(entry, 'its lease has expired');
      }
    }
  }

  /** Expires every lease now, so that other workers can reclaim the messages. */
  async releaseAll(now: Date): Promise<void> {
    await this.release();
    const messages = this.#all().map(({ message }) => message);
    for (const entry of this.#all()) this.#lose(entry, 'released');
    if (messages.length > 0) await renewLeases(this.#db, messages, now);
  }

  /** Releases the messages that were not dispatched, as if they had never been claimed. */
  async release(): Promise<void> {
    const waiting = this.#all().filter(({ dispatched }) => dispatched === null);
    for (const entry of waiting) this.#remove(entry);
    if (waiting.length > 0)
      await releaseClaims(
        this.#db,
        waiting.map(({ message }) => message),
      );
  }

  #all(): ClaimedEntry[] {
    return [...this.#entries.values()];
  }

  #moveLast(ref: ClaimRef): void {
    const entry = this.#entries.get(claimKey(ref));
    this.#entries.delete(claimKey(ref));
    if (entry) this.#entries.set(claimKey(ref), entry);
  }

  #remove(entry: ClaimedEntry): void {
    this.#entries.delete(claimKey(entry.message));
    this.#queues[entry.message.channel].remove(entry);
  }

  #lose(entry: ClaimedEntry, why: string): void {
    this.#remove(entry);
    entry.abort.abort();
    this.#log.warn({ delivery: entry.message.id }, `a message is no longer claimed: ${why}`);
  }
}
