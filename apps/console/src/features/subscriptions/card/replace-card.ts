import { OVERDUE_FIELD } from '@callpoint/contract/overdue-field';
import type { CardState } from '@callpoint/contract/payment-cards';
import { CallError } from '../../../net/call-error.ts';
import { failureOf, PAUSES, type CardField, type ScriptError } from '../purchase/pay.ts';

/**
 * The order of the steps that replace a card, and what is known after each fault. Only the server says what is paid: the
 * script's result can be lost, and another term may be overdue.
 */

type ScriptResult = { error?: ScriptError | undefined };

type Finished = { state: CardState; client_secret: string | null };

export interface CardSteps {
  /** Starts to store a card at the provider. */
  start: () => Promise<string>;
  /** The provider's script stores the card, and authenticates the person. */
  store: (secret: string) => Promise<ScriptResult & { setupIntent?: { id: string } | undefined }>;
  /** Makes the stored card the one that pays, and pays what is overdue. */
  finish: (setupIntent: string) => Promise<Finished>;
  /** The provider's script authenticates the person for an overdue payment. */
  authenticate: (secret: string) => Promise<ScriptResult>;
  wait: (ms: number) => Promise<void>;
}

export type CardFailure =
  /** Our server rejected a step, and the card is not on file. */
  | { kind: 'rejected'; error: unknown }
  /** Our server rejected the last step. The card may be on file: a server of an earlier release does not say so. */
  | { kind: 'unfinished'; error: unknown }
  /** The card is on file, and was declined for an overdue payment. */
  | { kind: 'declined'; error: unknown }
  | { kind: 'card'; field: CardField; message: string | null }
  | { kind: 'authentication' }
  /** The provider's script failed. */
  | { kind: 'interrupted' }
  /** The card is on file, and an overdue payment is not made. */
  | { kind: 'unpaid' }
  /** The server could not be asked; `isOnFile`: the card is on file, and only its payment is not known. */
  | { kind: 'unknown'; isOnFile: boolean };

export type CardOutcome = { kind: 'saved' } | { kind: 'paid' } | CardFailure;

export interface CardAttempt {
  /** Replaces the card with the typed one. Can be repeated after each failure: a stored card is not stored again. */
  replace: () => Promise<CardOutcome>;
  /** Asks the server again after an unknown outcome, without another authentication. */
  check: () => Promise<CardOutcome>;
}

/** Authentications of one attempt: one for each overdue term. */
const MOST_AUTHENTICATIONS = 12;

export function createAttempt({ start, store, finish, authenticate, wait }: CardSteps): CardAttempt {
  let stored: string | null = null;
  let isOnFile = false;
  /** An earlier call may have had an effect whose result is not known. */
  let isUnsettled = false;
  /** The payments that the script reported as authenticated. */
  const authenticated = new Set<string>();

  async function replace(): Promise<CardOutcome> {
    if (stored === null) {
      const failure = await storeCard();
      if (failure) return failure;
    }
    for (let count = 0; count < MOST_AUTHENTICATIONS; count += 1) {
      const asked = await ask();
      if (asked.kind !== 'authenticate') return asked;
      const failure = await confirm(asked.secret);
      if (failure === 'interrupted') return await check();
      if (failure !== null) return { kind: 'unpaid' };
    }
    return await check();
  }

  async function check(): Promise<CardOutcome> {
    const asked = await ask();
    return asked.kind === 'authenticate' ? { kind: 'unpaid' } : asked;
  }

  async function storeCard(): Promise<CardFailure | null> {
    try {
      const secret = await start();
      const { setupIntent, error } = await store(secret).catch(noResult);
      if (error) return failureOf(error);
      if (!setupIntent) return { kind: 'interrupted' };
      stored = setupIntent.id;
      return null;
    } catch (error) {
      return { kind: 'rejected', error };
    }
  }

  /** What the server says about the stored card; `authenticate`: it has asked the bank for a payment. */
  async function ask(): Promise<CardOutcome | { kind: 'authenticate'; secret: string }> {
    if (stored === null) return { kind: 'interrupted' };
    for (const pause of [...PAUSES, null]) {
      try {
        const { state, client_secret: secret } = await finish(stored);
        isOnFile = true;
        isUnsettled = false;
        if (state !== 'authenticate') return { kind: state };
        if (secret === null) return { kind: 'unpaid' };
        // The provider has not confirmed what the script reported.
        return authenticated.has(secret) ? { kind: 'unknown', isOnFile } : { kind: 'authenticate', secret };
      } catch (error) {
        const rejection = rejectionOf(error, isUnsettled);
        if (rejection) return rejection;
        isUnsettled = true;
        if (pause !== null) await wait(pause);
      }
    }
    return { kind: 'unknown', isOnFile };
  }

  /** Null if the script reports success. */
  async function confirm(secret: string): Promise<CardFailure['kind'] | null> {
    isUnsettled = true;
    const result = await authenticate(secret).catch(() => null);
    if (result === null) return 'interrupted';
    if (result.error) return failureOf(result.error).kind;
    authenticated.add(secret);
    return null;
  }

  return { replace, check };
}

/** Calls that were rejected before they had an effect: what an earlier call did remains unknown. */
const NOT_STARTED: readonly CallError['kind'][] = ['signed-out', 'forbidden', 'too-many'];

/** What an error of the last step says about the card; null if it does not say what happened. */
function rejectionOf(error: unknown, isUnsettled: boolean): CardFailure | null {
  if (!(error instanceof CallError)) return null;
  if (error.kind === 'rejected') {
    const isDeclined = error.problems.some(({ field }) => field === OVERDUE_FIELD);
    return { kind: isDeclined ? 'declined' : 'unfinished', error };
  }
  return !isUnsettled && NOT_STARTED.includes(error.kind) ? { kind: 'rejected', error } : null;
}

/** The script threw instead of reporting an error. */
function noResult(): Awaited<ReturnType<CardSteps['store']>> {
  return {};
}
