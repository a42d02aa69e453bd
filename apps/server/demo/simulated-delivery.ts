import { claim, type ClaimedMessage } from '../src/delivery/queue/claim.ts';
import {
  recordResults,
  buildAttemptResult,
  type AttemptResult,
} from '../src/delivery/queue/record-results.ts';
import type { Db } from '../src/db/tables.ts';
import { attemptOutcome } from './mail-server.ts';
import type { Random } from './random.ts';

const BATCH = 500;
const LEASE_MS = 20_000;

/**
 * Simulates the delivery of emails in the past. The product's own code claims messages, retries them and records
 * results; only the clock and the mail server's responses are simulated.
 */
export class SimulatedDelivery {
  readonly #db: Db;
  readonly #random: Random;
  readonly #now: Date;
  /** The time of the next attempt after a temporary fault, by message id. */
  readonly #retryAt = new Map<number, string>();

  constructor(db: Db, random: Random, now: Date) {
    this.#db = db;
    this.#random = random;
    this.#now = now;
  }

  /** Runs every attempt that is due at `until`. */
  async deliverUntil(until: Date): Promise<void> {
    const leaseUntil = new Date(until.getTime() + LEASE_MS);
    for (;;) {
      const messages = await claim(this.#db, 'email', { all: BATCH, ordinary: BATCH }, until, leaseUntil);
      if (messages.length === 0) return;
      const results = messages.map((message) => this.#attempt(message));
      await this.#db.transaction().execute((tx) => recordResults(tx, results));
    }
  }

  #attempt(message: ClaimedMessage): AttemptResult {
    const due = Date.parse(this.#retryAt.get(message.id) ?? message.created_at);
    const at = new Date(due + this.#random.integer(3, 40));
    const outcome = attemptOutcome(message, new Date(message.created_at), at, this.#random, this.#now);
    const ms = this.#random.chance(0.03) ? this.#random.integer(900, 4200) : this.#random.integer(45, 380);
    const endedAt = new Date(at.getTime() + ms);
    const result = buildAttemptResult(
      message,
      outcome,
      { startedAt: at.toISOString(), endedAt, ms },
      this.#random.next,
    );
    if (result.next_attempt_at !== null) this.#retryAt.set(message.id, result.next_attempt_at);
    return result;
  }
}
