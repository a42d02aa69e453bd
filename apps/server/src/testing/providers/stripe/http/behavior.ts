import { ProviderError } from './errors.ts';
import type { StoredResponse } from './idempotency.ts';

/**
 * `request`: before the call takes effect; `accepted`: after it took effect, before the response. A call with the
 * idempotency key of an earlier one is a replay: it has no effect, and can be lost as well.
 */
export type Step = { at: 'request' | 'accepted'; method: string; path: string; isReplay: boolean };

/** undefined: continue; an object: respond with it; 'cut': close the connection; 'hang': never respond. */
export type StepResponse = void | { status: number; error?: Partial<ProviderError['body']> } | 'cut' | 'hang';
export type Behavior = (step: Step) => StepResponse | Promise<StepResponse>;

export type Outcome = StoredResponse | 'cut' | 'hang';

export type PerformedCall = {
  step: Omit<Step, 'at'>;
  behavior: () => Behavior;
  execute: () => StoredResponse;
  /** Stores the response under the idempotency key, or releases the key with null. */
  settle: (response: StoredResponse | null) => void;
  requestId: string;
};

/** Runs a call between its two steps. */
export async function perform({
  step,
  behavior,
  execute,
  settle,
  requestId,
}: PerformedCall): Promise<Outcome> {
  const instead = await behavior()({ ...step, at: 'request' });
  if (instead) {
    const outcome = outcomeOf(instead, requestId);
    // The API stores its own faults under the key. Another fault comes from a proxy, and the call never started.
    settle(isOwnFault(outcome) ? outcome : null);
    return outcome;
  }
  let response: StoredResponse;
  try {
    response = execute();
    settle(response);
  } catch (error) {
    response = rejection(error, requestId);
    // A rejected card is a result; an invalid call never started.
    settle(response.status === 402 ? response : null);
  }
  const after = await behavior()({ ...step, at: 'accepted' });
  if (!after) return response;
  const outcome = outcomeOf(after, requestId);
  if (isOwnFault(outcome)) settle(outcome);
  return outcome;
}

const isOwnFault = (outcome: Outcome): outcome is StoredResponse =>
  typeof outcome === 'object' && outcome.status === 500;

function outcomeOf(chosen: Exclude<StepResponse, void>, requestId: string): Outcome {
  if (chosen === 'cut' || chosen === 'hang') return chosen;
  const { status, error } = chosen;
  const body = { type: 'api_error' as const, message: `The provider responded with ${status}.`, ...error };
  return rejection(new ProviderError(status, body), requestId);
}

/** The response for an error. An error of this simulation itself is a 500 that names it. */
export function rejection(error: unknown, requestId: string): StoredResponse {
  const { status, body } =
    error instanceof ProviderError
      ? error
      : new ProviderError(500, { type: 'api_error', message: `The simulation failed: ${String(error)}` });
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
  return { status, body: JSON.stringify({ error: { ...body, request_log_url } }, null, 2) };
}
