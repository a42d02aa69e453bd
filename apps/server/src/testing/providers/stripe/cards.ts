import type { ErrorBody } from './http/errors.ts';

/** How a card behaves: it works, fails for a reason, or its bank requires authentication. */
export type Card = 'ok' | 'declined' | 'expired' | 'cvc' | 'authenticate';

/** A charge that is about to happen. */
export type PlannedCharge = {
  amount: number;
  currency: string;
  customer: string;
  paymentMethod: string;
  /** null: before the invoice exists. */
  invoice: string | null;
};

/** How the card behaves for this charge; undefined: as it did when it was entered. */
export type ChargeDecision = (charge: PlannedCharge) => Card | undefined;

type Failure = { code: string; decline_code: string; message: string };

const FAILURES: Record<'declined' | 'expired' | 'cvc' | 'authenticate', Failure> = {
  declined: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  expired: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  authenticate: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
};

/** The error of the provider for a card that fails, or null. */
export function cardError(card: Card): (ErrorBody & Failure) | null {
  return card === 'ok' ? null : { type: 'card_error', ...FAILURES[card] };
}

/** The error after a failed or canceled authentication. */
export function authenticationError(intent: 'payment_intent' | 'setup_intent'): ErrorBody & { code: string } {
  return {
    type: 'invalid_request_error',
    code: `${intent}_authentication_failure`,
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  };
}
