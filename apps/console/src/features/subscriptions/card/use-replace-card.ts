import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { focusFieldWhenDrawn } from '../../../form/fields/focus-field.ts';
import { fieldId, useForm } from '../../../form/use-form.ts';
import { navigate } from '../../../links/navigation.ts';
import { api } from '../../../net/api.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';
import { createUuid } from '../../../net/uuid.ts';
import { alerts } from '../../../states/alerts.ts';
import { useBusy } from '../../../states/use-busy.ts';
import { paymentCardTexts as texts } from '../../../texts/payment-card.ts';
import { CARD_LABELS, findCardProblems, NO_CARD, type CardInputs } from '../purchase/purchase-values.ts';
import { wait } from '../purchase/wait.ts';
import { CHECK } from './card-failure.tsx';
import {
  createAttempt,
  type CardAttempt,
  type CardFailure,
  type CardOutcome,
  type CardSteps,
} from './replace-card.ts';

/** The id of the button that saves the card. */
export const SAVE = 'save-card';

/**
 * The form that replaces the card on file: what is typed, and why it was not saved.
 * @param stripe the provider's script; null until it is loaded
 */
export function useReplaceCard(stripe: Stripe | null) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<CardFailure | null>(null);
  const card = useRef<StripeCardNumberElement>(null);
  /** Of the typed card: another card is another attempt. */
  const attempt = useRef<CardAttempt>(null);
  const checking = useBusy();
  const form = useForm<CardInputs>({
    initialValues: NO_CARD,
    labels: CARD_LABELS,
    validate: (values) => {
      setFailure(null);
      return findCardProblems(values);
    },
    save: async () => {
      attempt.current ??= createAttempt(stepsOf());
      show(await attempt.current.replace());
    },
  });
  const busy = form.saving || checking.busy;

  // Disabled controls cannot have the focus: it moves once the attempt has ended.
  useEffect(() => {
    if (!busy && failure) focusFieldWhenDrawn(focusAfter(failure));
  }, [busy, failure]);

  function stepsOf(): CardSteps {
    const id = createUuid();
    return {
      start: async () => (await api.post('/tapi/v1/start/card', { attempt: id })).data.client_secret,
      store: async (secret) => {
        if (!stripe || !card.current) throw new Error('The card fields are not ready');
        return await stripe.confirmCardSetup(secret, { payment_method: { card: card.current } });
      },
      finish: async (setup_intent) => (await api.post('/tapi/v1/finish/card', { setup_intent })).data,
      authenticate: async (secret) => {
        if (!stripe) throw new Error('The script is not ready');
        return await stripe.confirmCardPayment(secret);
      },
      wait,
    };
  }

  function show(outcome: CardOutcome): void {
    if (outcome.kind === 'saved' || outcome.kind === 'paid') {
      alerts.success(texts[outcome.kind]);
      void navigate('/my-profile');
      return;
    }
    // The same stored card would be rejected again: the next attempt stores a card.
    if (outcome.kind === 'declined' || outcome.kind === 'unfinished') attempt.current = null;
    setFailure(outcome);
    void queries.invalidateQueries({ queryKey: SUBSCRIBERS });
  }

  return {
    ...form,
    failure,
    busy,
    checking: checking.busy,
    /** The card may be on file, or may have paid: the server is asked before another attempt. */
    mustCheck: failure?.kind === 'unknown',
    check: () =>
      void checking.run(async () => {
        if (attempt.current) show(await attempt.current.check());
      }),
    /** Receives the provider's field that stores the card. */
    onCardReady: (element: StripeCardNumberElement) => void (card.current = element),
    setCard(changed: Partial<CardInputs>): void {
      attempt.current = null;
      form.setValues(changed);
    },
  };
}

/** Where the person continues. */
function focusAfter(failure: CardFailure): string {
  if (failure.kind === 'card') return fieldId(failure.field);
  return failure.kind === 'unknown' ? CHECK : SAVE;
}
