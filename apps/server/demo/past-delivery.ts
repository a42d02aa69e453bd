import { claim, type ClaimedMessage } from '../src/delivery/queue/claim.ts';
import { recordResults, resultOf, type Result } from '../src/delivery/queue/record-results.ts';
import type { Db } from '../src/db/tables.ts';
import { answerOf } from './mail-server.ts';
import type { Random } from './random.ts';

const AT_ONCE = 500;
const LEASE_MS = 20_000;

/**
 * Delivers e-mail in the past: messages are claimed, tried again, given up and recorded by the product's own code,
 * only that the clock and the mail server's answers are the demo's.
 */
export class PastDelivery {
  readonly #db: Db;
  readonly #random: Random;
  readonly #now: Date;
  /** When messages that met a passing fault are tried again, by their ids. */
  readonly #retryAt = new Map<number, string>();

  constructor(db: Db, random: Random, now: Date) {
    this.#db = db;
    this.#random = random;
    this.#now = now;
  }

  /** Makes every attempt that was due until `until`. */
  async catchUp(until: Date): Promise<void> {
    const leaseUntil = new Date(until.getTime() + LEASE_MS);
    for (;;) {
      const messages = await claim(this.#db, 'email', { all: AT_ONCE, ordinary: AT_ONCE }, until, leaseUntil);
      if (messages.length === 0) return;
      const results = messages.map((message) => this.#attempt(message));
      await this.#db.transaction().execute((tx) => recordResults(tx, results));
    }
  }

  #attempt(message: ClaimedMessage): Result {
    const due = Date.parse(this.#retryAt.get(message.id) ?? message.created_at);
    const at = new Date(due + this.#random.whole(3, 40));
    const outcome = answerOf(message, new Date(message.created_at), at, this.#random, this.#now);
    const ms = this.#random.chance(0.03) ? this.#random.whole(900, 4200) : this.#random.whole(45, 380);
    const ended = new Date(at.getTime() + ms);
    const result = resultOf(message, outcome, { started: at.toISOString(), ended, ms }, this.#random.next);
    if (result.next_attempt_at !== null) this.#retryAt.set(message.id, result.next_attempt_at);
    return result;
  }
}
