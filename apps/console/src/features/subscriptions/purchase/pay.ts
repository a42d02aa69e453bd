import type { PurchaseState, StartedPurchase } from '@callpoint/contract/purchases';
import { CallError } from '../../../net/call-error.ts';

/** The order of a payment, and what is known after each fault. It makes no claim before the server was asked. */

/** An error of the payment provider's script: the part that is read. */
export interface ScriptError {
  type: string;
  code?: string | undefined;
  message?: string | undefined;
}

export interface PaymentSteps {
  start: () => Promise<StartedPurchase>;
  /** The provider's script confirms the payment with the card, and authenticates the person. */
  confirm: (clientSecret: string) => Promise<{ error?: ScriptError | undefined }>;
  finish: () => Promise<PurchaseState>;
  wait: (ms: number) => Promise<void>;
}

export type CardField = 'cardNumber' | 'cardExpiry' | 'cardCvc';

export type PaymentFailure =
  /** Nothing was started. */
  | { kind: 'rejected'; error: unknown }
  /** The bank or the provider rejected the card: it is not charged. */
  | { kind: 'card'; field: CardField; message: string | null }
  /** The bank did not recognize the person: the card is not charged. */
  | { kind: 'authentication' }
  /** The script failed, and the server knows of no payment. */
  | { kind: 'interrupted' }
  /** The script reported success, which the provider has not confirmed. */
  | { kind: 'unconfirmed' }
  /** The server could not be asked whether the payment succeeded. */
  | { kind: 'unknown' };

export type PaymentSuccess =
  /** The script paid, and the server knows it. */
  | { kind: 'paid' }
  /** The subscriber has a paid subscription; it is not known whether this attempt or another one paid it. */
  | { kind: 'active' }
  /** The subscriber had a paid subscription before this attempt, which charged nothing. Its plan may be another one. */
  | { kind: 'already' };

export type PaymentOutcome = PaymentSuccess | PaymentFailure;

/** Pauses before the server is asked again, in milliseconds. */
export const PAUSES = [500, 1_500];

/**
 * Pays once. Can be called again after each failure: the server continues the same purchase.
 * @param isUnsettled true if an earlier payment may have succeeded: it is looked up first
 */
export async function pay(steps: PaymentSteps, isUnsettled: boolean): Promise<PaymentOutcome> {
  if (isUnsettled) {
    const before = await settle(steps);
    if (before === null) return { kind: 'unknown' };
    if (before === 'paid') return { kind: 'already' };
  }
  let started: StartedPurchase;
  try {
    started = await steps.start();
  } catch (error) {
    return { kind: 'rejected', error };
  }
  if (started.state === 'paid' || started.client_secret === null) return { kind: 'already' };
  const failure = await confirm(steps, started.client_secret);
  if (failure && failure.kind !== 'interrupted') return failure;
  const state = await settle(steps);
  if (state === null) return { kind: 'unknown' };
  if (state === 'paid') return { kind: failure ? 'active' : 'paid' };
  return failure ?? { kind: 'unconfirmed' };
}

/** Looks up a payment that may have succeeded. */
export async function checkPayment(steps: Pick<PaymentSteps, 'finish' | 'wait'>): Promise<PaymentOutcome> {
  const state = await settle(steps);
  if (state === null) return { kind: 'unknown' };
  return { kind: state === 'paid' ? 'active' : 'interrupted' };
}

/** Null if the script reports success. */
async function confirm(steps: PaymentSteps, secret: string): Promise<PaymentFailure | null> {
  try {
    const { error } = await steps.confirm(secret);
    return error ? failureOf(error) : null;
  } catch {
    return { kind: 'interrupted' };
  }
}

const FIELDS: Readonly<Record<string, CardField>> = {
  expired_card: 'cardExpiry',
  incomplete_expiry: 'cardExpiry',
  invalid_expiry_month: 'cardExpiry',
  invalid_expiry_year: 'cardExpiry',
  invalid_expiry_month_past: 'cardExpiry',
  invalid_expiry_year_past: 'cardExpiry',
  incorrect_cvc: 'cardCvc',
  incomplete_cvc: 'cardCvc',
  invalid_cvc: 'cardCvc',
};

const NOT_AUTHENTICATED = ['payment_intent_authentication_failure', 'setup_intent_authentication_failure'];

/** What an error of the provider's script means. */
export function failureOf({
  type,
  code = '',
  message = '',
}: ScriptError): Extract<PaymentFailure, { kind: 'authentication' | 'interrupted' | 'card' }> {
  if (NOT_AUTHENTICATED.includes(code)) return { kind: 'authentication' };
  if (type !== 'card_error' && type !== 'validation_error') return { kind: 'interrupted' };
  return { kind: 'card', field: FIELDS[code] ?? 'cardNumber', message: message || null };
}

/** The state of the purchase; null if the server cannot say it. */
async function settle({
  finish,
  wait,
}: Pick<PaymentSteps, 'finish' | 'wait'>): Promise<PurchaseState | null> {
  for (const pause of [...PAUSES, null]) {
    try {
      return await finish();
    } catch (error) {
      const isFinal = error instanceof CallError && ['rejected', 'signed-out'].includes(error.kind);
      if (isFinal || pause === null) return null;
      await wait(pause);
    }
  }
  return null;
}
