import type { CardState } from '@callpoint/contract/payment-cards';
import { failureOf, type CardField, type ScriptError } from '../purchase/pay.ts';

/** The order of the steps that replace a card, and what is known after each fault. */

type ScriptResult = { error?: ScriptError | undefined };

export interface CardSteps {
  /** Starts to store a card at the provider. */
  start: () => Promise<string>;
  /** The provider's script stores the card, and authenticates the person. */
  store: (secret: string) => Promise<ScriptResult & { setupIntent?: { id: string } | undefined }>;
  /** Makes the stored card the one that pays. */
  finish: (setupIntent: string) => Promise<{ state: CardState; client_secret: string | null }>;
  /** The provider's script authenticates the person for the overdue payment. */
  authenticate: (secret: string) => Promise<ScriptResult>;
}

export type CardFailure =
  /** Our server rejected a step, or did not respond. */
  | { kind: 'rejected'; error: unknown }
  | { kind: 'card'; field: CardField; message: string | null }
  | { kind: 'authentication' }
  /** The provider's script failed. */
  | { kind: 'interrupted' }
  /** The card is on file, and the overdue payment is not made. */
  | { kind: 'unpaid' };

export type CardOutcome = { kind: 'saved' } | { kind: 'paid' } | CardFailure;

/** Replaces the card with the typed one. Can be repeated after each failure: a stored card is not stored again. */
export function createAttempt({ start, store, finish, authenticate }: CardSteps): () => Promise<CardOutcome> {
  let stored: string | null = null;
  return async () => {
    try {
      if (stored === null) {
        const secret = await start();
        const { setupIntent, error } = await store(secret).catch(noResult);
        if (error) return failureOf(error);
        if (!setupIntent) return { kind: 'interrupted' };
        stored = setupIntent.id;
      }
      const { state, client_secret: secret } = await finish(stored);
      if (state !== 'authenticate') return { kind: state };
      if (secret === null) return { kind: 'unpaid' };
      const result = await authenticate(secret).catch(() => null);
      return { kind: result && !result.error ? 'paid' : 'unpaid' };
    } catch (error) {
      return { kind: 'rejected', error };
    }
  };
}

/** The script threw instead of reporting an error. */
function noResult(): Awaited<ReturnType<CardSteps['store']>> {
  return {};
}
