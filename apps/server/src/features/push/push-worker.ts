import type { AccountsDb } from '../../db/handles/accounts.ts';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import { errorForLog, type DeliveryLog } from '../../delivery/channels/delivery-log.ts';
import { backoffAfter } from '../../scheduling/backoff.ts';
import { every, type Periodic } from '../../scheduling/every.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { runDetachedFromCall } from '../../scheduling/press-priority.ts';
import {
  claimMessage,
  deleteSubscriptionById,
  endOf,
  findDue,
  finishAttempt,
  GIVE_UP_AFTER,
  type ClaimedMessage,
  type DueMessage,
} from './push-messages.ts';
import { sendPush, type PushResult, type PushSender } from '../../delivery/channels/push/push-request.ts';

/** Milliseconds between two looks for due messages; a new message is sent immediately. */
const LOOK_EVERY = 5_000;
/** Maximum milliseconds of one attempt. */
const TIMEOUT = 10_000;
/** Attempts at the same time, and of one subscriber. */
const CONCURRENCY = 16;
const PER_TEAM = 4;
const RETRY_TIMES = { first: 10_000, longest: HOUR };

export type PushWorkerOptions = PushSender & {
  accounts: AccountsDb;
  log: DeliveryLog;
  /** For tests. */
  timeout?: number;
  now?: () => Date;
};

/**
 * Sends stored push messages. Any number of workers may run on one database. A push service that is slow delays only
 * the messages of subscribers that use it: each attempt has a time limit, and each subscriber a share of the attempts.
 */
export class PushWorker {
  readonly #options: PushWorkerOptions;
  readonly #stopping = new AbortController();
  readonly #sending = new Map<Promise<void>, number>();
  #looking: Promise<void> | null = null;
  #isWoken = false;
  #periodic: Periodic | undefined;

  constructor(options: PushWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#periodic = every(LOOK_EVERY, () => this.wake(), { onError: () => {} });
    this.wake();
  }

  /** Sends what is due, as far as there is capacity. */
  wake(): void {
    this.#isWoken = true;
    // The messages are those of all subscribers: they do not wait in the turn of the call that wakes the worker.
    this.#looking ??= runDetachedFromCall(() => withQueryLimit('delivery', () => this.#look())).finally(
      () => {
        this.#looking = null;
      },
    );
  }

  /** Resolves when no message is due. */
  async idle(): Promise<void> {
    while (this.#looking !== null || this.#sending.size > 0) {
      await Promise.all([this.#looking, ...this.#sending.keys()]);
    }
  }

  /** Aborts the attempts in progress; another worker repeats them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#periodic?.stop();
    await this.idle();
  }

  async #look(): Promise<void> {
    const { accounts, log } = this.#options;
    while (this.#isWoken && !this.#stopping.signal.aborted) {
      this.#isWoken = false;
      try {
        const due = await findDue(accounts, { perTeam: PER_TEAM, limit: 4 * CONCURRENCY }, this.#now());
        for (const message of due) if (this.#hasCapacity(message)) this.#start(message);
      } catch (error) {
        log.error({ fault: errorForLog(error) }, 'looking for push messages failed');
      }
    }
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  #hasCapacity({ team_id }: DueMessage): boolean {
    const ofTeam = [...this.#sending.values()].filter((team) => team === team_id).length;
    return this.#sending.size < CONCURRENCY && ofTeam < PER_TEAM;
  }

  #start({ id, team_id }: DueMessage): void {
    const { accounts, log } = this.#options;
    const attempt = (async () => {
      try {
        const claimed = await claimMessage(accounts, id, this.#now());
        if (claimed) await this.#attempt(claimed);
        this.#isWoken = true;
      } catch (error) {
        // The next look repeats it, not an immediate one: the database may be unavailable.
        log.error({ id, fault: errorForLog(error) }, 'a push message was not sent');
      }
    })().finally(() => {
      this.#sending.delete(attempt);
      if (this.#isWoken) this.wake();
    });
    this.#sending.set(attempt, team_id);
  }

  async #attempt(message: ClaimedMessage): Promise<void> {
    const { accounts, log, timeout = TIMEOUT } = this.#options;
    const now = this.#now().getTime();
    // This process was paused: another worker may have sent newer news. The next claim reads whether there is any.
    if (now + timeout > message.claimed_until) return;
    const left = endOf(message) - now;
    if (left <= 0) return await finishAttempt(accounts, message, null);
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(timeout)]);
    const content = { payload: message.payload, ttl: Math.ceil(left / 1000), topic: message.topic };
    const result = await sendPush(this.#options, message.target, content, signal);
    if (result.kind === 'gone') return await deleteSubscriptionById(accounts, message.subscription_id);
    if (result.kind !== 'sent') {
      const host = URL.parse(message.target.endpoint)?.hostname;
      log.warn({ id: message.id, host, reason: result.reason }, `a push message was ${describe(result)}`);
    }
    await finishAttempt(accounts, message, this.#nextAttempt(result, message.attempts));
  }

  #nextAttempt(result: PushResult, attempts: number): Date | null {
    if (result.kind !== 'failed') return null;
    const wait = Math.max(backoffAfter(attempts, RETRY_TIMES), (result.retryAfter ?? 0) * 1000);
    return new Date(this.#now().getTime() + Math.min(wait, GIVE_UP_AFTER));
  }
}

function describe({ kind }: PushResult): string {
  return kind === 'failed' ? 'not sent and will be retried' : 'rejected';
}
