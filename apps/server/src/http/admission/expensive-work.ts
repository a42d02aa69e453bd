import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FairGate } from './fair-gate.ts';
import { callerOf } from '../auth/guard.ts';
import { networkOf } from './network.ts';
import { afterPresses, restAfter } from '../../scheduling/press-priority.ts';
import { Quota, takeAll } from './quota.ts';

/**
 * Calls a minute. `minutesAtOnce`: what so many minutes allow may be used at once; left out, what ten seconds allow.
 * The consoles of one subscriber load and reconnect together, and somebody may add many users one after the other.
 */
type Limits = { account: number; network: number; minutesAtOnce?: number };

/**
 * What costs more than a usual call, and how often one account and one network may ask for it a minute. Buttons
 * are not in it: they are never limited in favor of anything else. Administrators have no quota per network.
 */
export const QUOTAS = {
  /** A list of more than 50 rows. */
  'long list': { account: 60, network: 240, minutesAtOnce: 1 },
  preview: { account: 30, network: 240 },
  test: { account: 10, network: 60 },
  reachability: { account: 60, network: 240 },
  export: { account: 10, network: 60 },
  stream: { account: 60, network: 600, minutesAtOnce: 1 },
  /** Setting or confirming a password, one's own or that of a user. */
  password: { account: 10, network: 120, minutesAtOnce: 2 },
  /** A form that somebody sends from a phone: its texts are long. */
  form: { account: 6, network: 600 },
} as const satisfies Record<string, Limits>;
export type ExpensiveKind = keyof typeof QUOTAS;
export type QuotaTable = Readonly<Record<ExpensiveKind, Limits>>;

function quotaOf(perMinute: number, minutesAtOnce: number | undefined): Quota {
  if (minutesAtOnce === undefined) return new Quota(perMinute);
  return new Quota(perMinute, undefined, minutesAtOnce * perMinute);
}

const TEXTS: Readonly<Record<ExpensiveKind, string>> = {
  'long list': 'You have read many long lists. Wait a moment, or read shorter ones.',
  preview: 'You have asked for many previews. Wait a moment, then try again.',
  test: 'You have sent many tests. Wait a moment, then try again.',
  reachability: 'You have asked for this often. Wait a moment, then try again.',
  export: 'You have taken many files. Wait a moment, then try again.',
  form: 'You have sent many forms. This one is not sent yet: wait a moment, then send it again.',
  stream: 'You have opened many consoles. Wait a moment, then try again.',
  password: 'Many passwords were set or confirmed. Nothing was changed: wait a moment, then try again.',
};

const GATE = {
  atOnce: 1,
  perKey: 6,
  waiting: 200,
  tooManyOfKey: { msg: 'Your other requests are still in progress. Wait for them.', retryAfter: 2 },
  tooManyWaiting: { msg: 'The server is busy. Try again in a moment.', retryAfter: 5 },
  restAfter,
};

/**
 * Does expensive work one piece at a time, accounts in turn, so that none of them makes others wait for more than one
 * piece. Administrators have a gate of their own. One for each process.
 */
export class ExpensiveWork {
  readonly #gates = { admin: new FairGate(GATE), others: new FairGate(GATE) };
  readonly #quotas: Readonly<Record<ExpensiveKind, { account: Quota; network: Quota }>>;

  constructor(quotas: QuotaTable = QUOTAS) {
    this.#quotas = Object.fromEntries(
      Object.entries(quotas).map(([kind, { account, network, minutesAtOnce }]) => [
        kind,
        {
          account: quotaOf(account, minutesAtOnce),
          network: quotaOf(network, minutesAtOnce),
        },
      ]),
    ) as never;
  }

  /** Counts one call of `kind`. Throws CallError 429 where its account or network has used up its quota. */
  count(request: FastifyRequest, kind: ExpensiveKind): void {
    const { account, network } = this.#quotas[kind];
    const { role } = callerOf(request);
    takeAll(
      [
        [account, accountOf(request)],
        ...(role === 'admin' ? [] : [[network, networkOf(request.ip)] as const]),
      ],
      TEXTS[kind],
    );
  }

  /** Does work, or a part of it, when it is the turn of its account. Throws CallError 429 or 503. */
  inTurn<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    const { role } = callerOf(request);
    return this.#gates[role === 'admin' ? 'admin' : 'others'].run(accountOf(request), async () => {
      await afterPresses();
      return await work();
    });
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    expensive: ExpensiveWork;
  }
  interface FastifyContextConfig {
    /** Which quota a call of this route counts on. */
    expensive?: ExpensiveKind;
  }
}

/** Counts the calls of routes that declare it, before their bodies are read: a rejection must cost little. */
export function countExpensiveCalls(app: FastifyInstance, work: ExpensiveWork): void {
  app.decorate('expensive', work);
  app.addHook('onRequest', async (request) => {
    const { expensive } = request.routeOptions.config;
    if (expensive) work.count(request, expensive);
  });
  // Reading and checking a long body are two parts.
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.expensive) await afterPresses();
  });
}

/** Whose calls count together. */
export function accountOf(request: FastifyRequest): string {
  const { role, id } = callerOf(request);
  return `${role} ${id}`;
}
