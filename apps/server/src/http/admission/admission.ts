import type { FastifyInstance, FastifyRequest } from 'fastify';
import { yieldToPresses, throttleDelay } from '../../scheduling/press-priority.ts';
import { getCaller } from '../auth/guard.ts';
import { QUOTA_TEXTS, QUOTAS, type ExpensiveKind, type QuotaTable } from './expensive-kinds.ts';
import { fairQueue, type FairQueueOptions } from './fair-queue.ts';
import { getNetwork } from './network.ts';
import { Quota, useQuotas } from './quota.ts';
import { continueAfter } from '../connections/continue-after.ts';

/**
 * Which calls are served, and when. Each term has one meaning:
 * - A **rate limit** counts the calls of one network to a part of the API, regardless of what they do (`rate-limit.ts`).
 * - A **quota** limits how often one account or network may use one kind of expensive work; used quota is restored
 *   evenly (`quota.ts`, `expensive-kinds.ts`).
 * - A **concurrency limit** rejects work while the maximum is in progress; nothing waits
 *   (`scheduling/concurrency-limit.ts`).
 * - A **fair queue** runs a limited amount of work at a time; the rest waits, and its keys are served in round-robin
 *   order (`fair-queue.ts`, `scheduling/semaphore.ts`). Sign-in attempts and sent messages have separate limits:
 *   `auth/sign-in-limit.ts`, `sending-limits/`.
 */

const EXPENSIVE_WORK: FairQueueOptions = {
  concurrency: 1,
  perKey: 6,
  waiting: 200,
  tooManyOfKey: { msg: 'Your other requests are still in progress. Wait until they finish.', retryAfter: 2 },
  tooManyWaiting: { msg: 'The server is busy. Try again in a moment.', retryAfter: 5 },
  throttleDelay,
};

type Quotas = { account: Quota; network: Quota };

/**
 * Admits expensive work: a quota for each kind, then a fair queue that runs one call at a time, so that no account
 * delays others by more than one call. Administrators have a separate queue. Each process has one `Admission`.
 */
export class Admission {
  readonly #queues = { admin: fairQueue(EXPENSIVE_WORK), others: fairQueue(EXPENSIVE_WORK) };
  readonly #quotas: Readonly<Record<ExpensiveKind, Quotas>>;

  constructor(table: QuotaTable = QUOTAS) {
    this.#quotas = Object.fromEntries(
      Object.entries(table).map(([kind, { account, network, burstMinutes }]) => [
        kind,
        { account: createQuota(account, burstMinutes), network: createQuota(network, burstMinutes) },
      ]),
    ) as Record<ExpensiveKind, Quotas>;
  }

  /** Counts one call of `kind`. Throws CallError 429 if its account or network has used up its quota. */
  count(request: FastifyRequest, kind: ExpensiveKind): void {
    const { account, network } = this.#quotas[kind];
    const { role } = getCaller(request);
    useQuotas(
      [
        [account, getAccountKey(request)],
        ...(role === 'admin' ? [] : [[network, getNetwork(request.ip)] as const]),
      ],
      QUOTA_TEXTS[kind],
    );
  }

  /**
   * Runs work, or a part of it, when the fair queue serves its account. Throws CallError 429 or 503, and the reason of `signal` if
   * it aborts while the work waits.
   */
  run<Result>(request: FastifyRequest, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const { role } = getCaller(request);
    const inTurn = async () => {
      await yieldToPresses();
      return await work();
    };
    return this.#queues[role === 'admin' ? 'admin' : 'others'].run(getAccountKey(request), inTurn, signal);
  }
}

/** Counts a kind of work at most once for each call, however many parts it has. */
export function countOncePerCall(
  admission: Admission,
): (request: FastifyRequest, kind: ExpensiveKind) => void {
  const counted = new WeakMap<FastifyRequest, Set<ExpensiveKind>>();
  return (request, kind) => {
    const kinds = counted.get(request) ?? new Set();
    if (kinds.has(kind)) return;
    admission.count(request, kind);
    counted.set(request, kinds.add(kind));
  };
}

function createQuota(perMinute: number, burstMinutes: number | undefined): Quota {
  if (burstMinutes === undefined) return new Quota(perMinute);
  return new Quota(perMinute, undefined, burstMinutes * perMinute);
}

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission;
  }
  interface FastifyContextConfig {
    /** The quota that a call of this route uses. */
    expensive?: ExpensiveKind;
  }
}

/** Counts the calls of routes that declare a kind before their bodies are read: a rejection must cost little. */
export function countExpensiveCalls(app: FastifyInstance, admission: Admission): void {
  app.decorate('admission', admission);
  app.addHook('onRequest', (request, _reply, done) => {
    const { expensive } = request.routeOptions.config;
    if (expensive) admission.count(request, expensive);
    done();
  });
  // Reading and checking a long body are two parts.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.config.expensive) void continueAfter(yieldToPresses(), done);
    else done();
  });
}

/** Identifies the account whose calls count together. */
export function getAccountKey(request: FastifyRequest): string {
  const { role, id } = getCaller(request);
  return `${role} ${id}`;
}
