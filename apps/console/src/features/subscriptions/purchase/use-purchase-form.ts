import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormDraft } from '../../../form/edits/use-form-draft.ts';
import { useLeaveGuard } from '../../../form/edits/use-leave-guard.ts';
import { focusFieldWhenDrawn } from '../../../form/fields/focus-field.ts';
import { fieldId, useForm } from '../../../form/use-form.ts';
import { navigate } from '../../../links/navigation.ts';
import { fieldErrors } from '../../../net/call-error.ts';
import { PLANS, SUBSCRIBERS } from '../../../net/query-keys.ts';
import { useSignedIn } from '../../../session/session.ts';
import { returnToPageTitle } from '../../../page/page-title.ts';
import { alerts } from '../../../states/alerts.ts';
import { useBusy } from '../../../states/use-busy.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import { checkPayment, pay, type PaymentFailure, type PaymentOutcome } from './pay.ts';
import { CHECK, canBeChecked } from './purchase-failure.tsx';
import {
  addressOf,
  findProblems,
  LABELS,
  NO_PURCHASE,
  withoutCard,
  type PurchaseValues,
} from './purchase-values.ts';
import { readProfile } from '../subscriptions.api.ts';
import { finishPurchase, startPurchase, usePurchaseState } from './purchase.api.ts';
import { wait } from './wait.ts';

/** The id of the button that pays. */
export const PAY = 'pay';

const PROFILE = [...SUBSCRIBERS, 'profile'];

type Purchase = {
  /** The provider's script; null until it is loaded. */
  stripe: Stripe | null;
  /** The subscriber has a paid subscription. */
  isPaid: boolean;
  /** The person pressed Pay. */
  isStarted: boolean;
  onStart: () => void;
  /** The subscriber had a paid subscription before this attempt, which charged nothing. */
  onAlready: () => void;
};

/** The purchase form: its values, the payment, and why it failed. */
export function usePurchaseForm({ stripe, isPaid, isStarted, onStart, onAlready }: Purchase) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<PaymentFailure | null>(null);
  const card = useRef<StripeCardNumberElement>(null);
  const teamId = useSignedIn().user.id;
  const hasSucceeded = useRef(false);
  const checking = useBusy();
  const form = useForm<PurchaseValues>({
    initialValues: NO_PURCHASE,
    labels: LABELS,
    validate: (values) => {
      setFailure(null);
      return findProblems(values);
    },
    save: async (values) => {
      onStart();
      await show(await pay(stepsFor(values), earlier.data === undefined));
    },
  });
  useFormDraft(form, 'purchase', withoutCard);
  const busy = form.saving || checking.busy;
  const leave = useLeaveGuard(form.isDirty);
  const earlier = usePurchaseState({ enabled: !isStarted });
  const wasPaid = earlier.data === 'paid';

  // The page was left before the payment was reported, or another window paid.
  useEffect(() => {
    if (wasPaid) void queries.invalidateQueries({ queryKey: PROFILE });
  }, [wasPaid, queries]);

  // The provider reported the payment that this page could not look up.
  useEffect(() => {
    if (isPaid && !busy && failure && canBeChecked(failure)) void show({ kind: 'active' });
  });

  // Disabled controls cannot have the focus: it moves once the payment has ended.
  useEffect(() => {
    if (!busy && failure) focusFieldWhenDrawn(focusAfter(failure));
  }, [busy, failure]);

  function stepsFor(values: PurchaseValues) {
    const address = addressOf(values);
    return {
      start: () => startPurchase(values.selectedPlan, address),
      confirm: async (secret: string) => {
        if (!stripe || !card.current) throw new Error('The card fields are not ready');
        return stripe.confirmCardPayment(secret, {
          payment_method: {
            card: card.current,
            billing_details: { address: { ...address, country: 'US' } },
          },
        });
      },
      finish: finishPurchase,
      wait,
    };
  }

  async function show(outcome: PaymentOutcome): Promise<void> {
    if (outcome.kind === 'paid' || outcome.kind === 'active') {
      await showSuccess(outcome.kind);
      return;
    }
    if (outcome.kind === 'already') {
      await queries.invalidateQueries({ queryKey: PROFILE });
      onAlready();
      returnToPageTitle();
      return;
    }
    if (outcome.kind === 'rejected' && form.showErrors(problemsOf(outcome.error))) return;
    setFailure(outcome);
    if (outcome.kind !== 'rejected') return;
    // The reason may be a subscription or a plan that changed in the meantime.
    void queries.invalidateQueries({ queryKey: PROFILE });
    void queries.invalidateQueries({ queryKey: PLANS });
  }

  async function showSuccess(kind: 'paid' | 'active'): Promise<void> {
    // The profile can report it while the plan is read.
    if (hasSucceeded.current) return;
    hasSucceeded.current = true;
    alerts.success(kind === 'paid' ? purchaseTexts.paid : purchaseTexts.active(await readPaidPlan(teamId)));
    leave(() => void navigate('/my-profile'));
  }

  return {
    ...form,
    failure,
    /** The payment may have succeeded: it is looked up before another one. */
    mustCheck: failure !== null && canBeChecked(failure),
    /** A purchase was started before, and is not paid. */
    isWaiting: earlier.data === 'unpaid',
    busy,
    checking: checking.busy,
    /** Receives the provider's field that pays. */
    onCardReady: (element: StripeCardNumberElement) => void (card.current = element),
    check: () =>
      void checking.run(async () => await show(await checkPayment({ finish: finishPurchase, wait }))),
  };
}

/** The plan that the subscriber pays for, which another window may have bought; null if it is not known. */
async function readPaidPlan(teamId: number): Promise<string | null> {
  const team = await readProfile({ teamId, as: 'team' }).catch(() => null);
  return team?.plan === 'paid' ? team.plan_obj : null;
}

/** The problems of our own fields that only the server knows. */
function problemsOf(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrors(error, 'address.')).filter(([name]) => Object.hasOwn(LABELS, name)),
  );
}

/** Where the person continues. */
function focusAfter(failure: PaymentFailure): string {
  if (failure.kind === 'card') return fieldId(failure.field);
  return canBeChecked(failure) ? CHECK : PAY;
}
