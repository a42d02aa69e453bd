import type { Channel } from '@callpoint/alerts/messages';
import type { Db } from '../../db/tables.ts';
import type { ClaimedMessage } from '../queue/claim.ts';
import { faultOf, type DeliveryLog } from '../channels/delivery-log.ts';
import { LEASE_MS, RENEW_AFTER_MS, releaseClaims, setLease, type Hold } from '../queue/lease.ts';
import { Line, type Holding } from './channel-queue.ts';
import { recordResults, type Result } from '../queue/record-results.ts';
import type { Changed } from '../queue/reclaim.ts';

/** What else is done in the transaction that records results. */
type Along = (tx: Db, results: readonly Result[]) => Promise<void>;

/**
 * What one worker holds, and its dealings with the database about that. In memory only: after a crash the leases
 * run out and other workers take over. A holding goes when its result is recorded, or when it is no longer ours.
 */
export class Holdings {
  readonly #held = new Map<string, Holding>();
  readonly #lines: Readonly<Record<Channel, Line>> = { email: new Line(), sms: new Line() };
  readonly #db: Db;
  readonly #log: DeliveryLog;
  #oneByOne = false;

  constructor(db: Db, log: DeliveryLog) {
    this.#db = db;
    this.#log = log;
  }

  get size(): number {
    return this.#held.size;
  }

  /** True where none waits for an answer or for a place. */
  get isIdle(): boolean {
    return Object.values(this.#lines).every(({ isEmpty }) => isEmpty);
  }

  sizeOf(channel: Channel): number {
    return this.#all().filter(({ message }) => message.channel === channel).length;
  }

  /** What of a channel has no result yet. */
  lineOf(channel: Channel): Line {
    return this.#lines[channel];
  }

  /** Its place is free; the result waits to be recorded. */
  ended(holding: Holding, result: Result): void {
    holding.result = result;
    this.#lines[holding.message.channel].remove(holding);
  }

  add(message: ClaimedMessage, leaseUntil: Date): void {
    const abort = new AbortController();
    const holding = { message, leaseUntil: leaseUntil.getTime(), result: null, abort, left: null };
    this.#held.set(keyOf(message), holding);
    this.#lines[message.channel].add(holding);
  }

  /**
   * Records what has ended: all in one commit. Where that fails, each by itself the next time, so that a result
   * which the database refuses does not keep the others waiting. Throws what the database threw.
   * `along` is done in the same commit, where all are recorded in one.
   */
  async record(along: Along = async () => {}): Promise<Changed[]> {
    const ended = this.#all().flatMap(({ result }) => (result ? [result] : []));
    if (ended.length === 0) return [];
    const changed: Changed[] = [];
    for (const batch of this.#oneByOne ? ended.map((result) => [result]) : [ended]) {
      try {
        changed.push(...(await this.#recordBatch(batch, this.#oneByOne ? async () => {} : along)));
      } catch (error) {
        this.#oneByOne = true;
        for (const result of batch) this.#putLast(result);
        if (changed.length === 0) throw error;
        this.#log.error({ fault: faultOf(error) }, 'recording results failed for some');
        return changed;
      }
    }
    this.#oneByOne = false;
    return changed;
  }

  async #recordBatch(results: readonly Result[], along: Along): Promise<Changed[]> {
    const ours = await this.#db.transaction().execute(async (tx) => {
      const recorded = await recordResults(tx, results);
      await along(tx, results);
      return recorded;
    });
    return results.flatMap((result) => {
      const message = this.#held.get(keyOf(result))?.message;
      this.#held.delete(keyOf(result));
      if (!message) return [];
      if (ours.has(result.id)) return [{ message, state: result.state }];
      this.#log.warn(
        { delivery: result.id },
        'a result came after another worker had taken the message over',
      );
      return [];
    });
  }

  /** Renews the leases that are due for it, and drops what another worker has taken over. */
  async renew(now: Date): Promise<void> {
    const due = this.#all().filter(
      ({ leaseUntil }) => leaseUntil - now.getTime() <= LEASE_MS - RENEW_AFTER_MS,
    );
    if (due.length === 0) return;
    const until = new Date(now.getTime() + LEASE_MS);
    const messages = due.map(({ message }) => message);
    const kept = await setLease(this.#db, messages, until);
    for (const holding of due) {
      if (kept.has(holding.message.id)) holding.leaseUntil = until.getTime();
      else this.#lose(holding, 'another worker has taken it over');
    }
  }

  /** A process that stood still wakes with leases that have ended: what is on its way is no longer ours. */
  dropExpired(now: Date): void {
    for (const holding of this.#all()) {
      if (holding.result === null && holding.leaseUntil <= now.getTime()) {
        this.#lose(holding, 'its lease has ended');
      }
    }
  }

  /** Ends every lease now, for other workers to take over. */
  async giveBack(now: Date): Promise<void> {
    await this.release();
    const messages = this.#all().map(({ message }) => message);
    for (const holding of this.#all()) this.#lose(holding, 'given back');
    if (messages.length > 0) await setLease(this.#db, messages, now);
  }

  /** Lets go of what has not left: it is as if it had never been claimed. */
  async release(): Promise<void> {
    const waiting = this.#all().filter(({ left }) => left === null);
    for (const holding of waiting) this.#forget(holding);
    if (waiting.length > 0)
      await releaseClaims(
        this.#db,
        waiting.map(({ message }) => message),
      );
  }

  #all(): Holding[] {
    return [...this.#held.values()];
  }

  #putLast(hold: Hold): void {
    const holding = this.#held.get(keyOf(hold));
    this.#held.delete(keyOf(hold));
    if (holding) this.#held.set(keyOf(hold), holding);
  }

  #forget(holding: Holding): void {
    this.#held.delete(keyOf(holding.message));
    this.#lines[holding.message.channel].remove(holding);
  }

  #lose(holding: Holding, why: string): void {
    this.#forget(holding);
    holding.abort.abort();
    this.#log.warn({ delivery: holding.message.id }, `a message is no longer held: ${why}`);
  }
}

function keyOf({ id, fence }: Hold): string {
  return `${id}:${fence}`;
}
