import { Button, TextInput } from '@mantine/core';
import { planValue } from '@callpoint/contract/plans';
import type { ReactNode } from 'react';
import { FieldGroup } from './purchase-group.tsx';
import { ProblemSummary } from '../../../form/record/problem-summary.tsx';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { purchaseTexts } from '../../../texts/purchase.ts';
import { CardFieldsLoading } from './card-fields-loading.tsx';
import { PlanField, planPrice } from '../plan-field.tsx';
import { PurchaseCardFields } from './purchase-card-fields.tsx';
import { PurchaseFailure } from './purchase-failure.tsx';
import { CardFieldsFailed } from './purchase-script-failed.tsx';
import type { CardField } from './pay.ts';
import { CARD_FIELDS } from './purchase-values.ts';
import { usePlanChoices } from '../subscriptions.api.ts';
import classes from '../subscriptions.module.css';
import { useProviderScript } from './use-provider-script.ts';
import { PAY, usePurchaseForm } from './use-purchase-form.ts';

export type PurchaseFormProps = {
  /** The current plan, as a sentence. */
  now: string;
  /** The provider's key for the browser. */
  publishableKey: string;
  /** The subscriber has a paid subscription. */
  isPaid: boolean;
  /** The person pressed Pay. */
  isStarted: boolean;
  onStart: () => void;
  /** The subscriber had a paid subscription before this attempt, which charged nothing. */
  onAlready: () => void;
};

/** Pays for a plan by card. */
export function PurchaseForm({ now, publishableKey, ...progress }: PurchaseFormProps) {
  const [script, retry] = useProviderScript(publishableKey);
  const form = usePurchaseForm({ stripe: script.state === 'ready' ? script.stripe : null, ...progress });
  const plans = usePlanChoices('/tapi/v1');
  const chosen = plans.data?.find((plan) => planValue(plan) === form.values.selectedPlan);
  const errors = Object.fromEntries(
    CARD_FIELDS.flatMap((name): [CardField, string][] => {
      const { error } = form.field(name);
      return typeof error === 'string' ? [[name, error]] : [];
    }),
  );
  const text = (name: 'line1' | 'city' | 'state' | 'postal_code', label: string, autoComplete: string) => (
    <TextInput
      label={label}
      required
      disabled={form.busy}
      autoComplete={`billing ${autoComplete}`}
      {...form.field(name)}
    />
  );
  return (
    // The browser's own bubbles would show only the first problem.
    <form noValidate onSubmit={form.onSubmit} className={classes['card']} aria-busy={form.busy}>
      {form.isWaiting && <Waiting />}
      <ProblemSummary problems={form.problems} label={purchaseTexts.notPaid} />
      <FieldGroup title={purchaseTexts.yourPlan}>
        <p className={classes['soft']}>{now}</p>
        {plans.error && !plans.data && (
          <FailedRead
            error={plans.error}
            onRetry={() => void plans.refetch()}
            retrying={plans.isFetching}
            what={purchaseTexts.plansFailed}
          />
        )}
        <PlanField
          label={purchaseTexts.plan}
          description={plans.data?.length === 0 ? purchaseTexts.noPlans : undefined}
          required
          disabled={form.busy}
          plans={plans.data ?? []}
          {...form.field('selectedPlan')}
        />
      </FieldGroup>
      <FieldGroup title={purchaseTexts.billing}>
        {text('line1', purchaseTexts.address, 'address-line1')}
        <div className={classes['town']}>
          {text('city', purchaseTexts.city, 'address-level2')}
          {text('state', purchaseTexts.state, 'address-level1')}
          {text('postal_code', purchaseTexts.zip, 'postal-code')}
        </div>
      </FieldGroup>
      <FieldGroup title={purchaseTexts.card}>
        {script.state === 'ready' && (
          <PurchaseCardFields
            stripe={script.stripe}
            values={form.values}
            errors={errors}
            disabled={form.busy}
            onChange={(name, input) => form.setValues({ [name]: input })}
            onReady={form.onCardReady}
          />
        )}
        {script.state === 'loading' && <CardFieldsLoading />}
        {script.state === 'failed' && <CardFieldsFailed onRetry={retry} />}
        <p className={classes['soft']}>{purchaseTexts.cardSafe}</p>
      </FieldGroup>
      <PurchaseFailure failure={form.failure} onCheck={form.check} busy={form.checking} />
      {chosen && <p className={classes['price']}>{purchaseTexts.price(planPrice(chosen))}</p>}
      <div className={classes['buttons']}>
        <Button
          id={PAY}
          type="submit"
          loading={form.saving}
          disabled={script.state !== 'ready' || form.mustCheck || form.checking || plans.data?.length === 0}
        >
          {purchaseTexts.pay}
        </Button>
        <output className={classes['soft']}>{form.saving && purchaseTexts.paying}</output>
      </div>
    </form>
  );
}

function Waiting(): ReactNode {
  return (
    <AlertBox kind="info">
      <p>
        <strong>{purchaseTexts.waiting}</strong> {purchaseTexts.waitingDescription}
      </p>
    </AlertBox>
  );
}
