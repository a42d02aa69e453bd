import { Button } from '@mantine/core';
import { ProblemSummary } from '../../../form/record/problem-summary.tsx';
import { paymentCardTexts as texts } from '../../../texts/payment-card.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import { CardFieldsLoading } from '../purchase/card-fields-loading.tsx';
import type { CardField } from '../purchase/pay.ts';
import { PurchaseCardFields } from '../purchase/purchase-card-fields.tsx';
import { CardFieldsFailed } from '../purchase/purchase-script-failed.tsx';
import { CARD_FIELDS } from '../purchase/purchase-values.ts';
import classes from '../subscriptions.module.css';
import { useProviderScript } from '../purchase/use-provider-script.ts';
import { CardFailureArea } from './card-failure.tsx';
import { SAVE, useReplaceCard } from './use-replace-card.ts';

/** @param props.publishableKey the provider's key for the browser */
export function CardForm({ publishableKey }: { publishableKey: string }) {
  const [script, retry] = useProviderScript(publishableKey);
  const form = useReplaceCard(script.state === 'ready' ? script.stripe : null);
  const errors = Object.fromEntries(
    CARD_FIELDS.flatMap((name): [CardField, string][] => {
      const { error } = form.field(name);
      return typeof error === 'string' ? [[name, error]] : [];
    }),
  );
  return (
    // The browser's own bubbles would show only the first problem.
    <form noValidate onSubmit={form.onSubmit} className={classes['card']} aria-busy={form.busy}>
      <ProblemSummary problems={form.problems} label={texts.notSaved} />
      <div className={classes['group']}>
        {script.state === 'ready' && (
          <PurchaseCardFields
            stripe={script.stripe}
            values={form.values}
            errors={errors}
            disabled={form.busy || form.mustCheck}
            onChange={(name, input) => form.setCard({ [name]: input })}
            onReady={form.onCardReady}
          />
        )}
        {script.state === 'loading' && <CardFieldsLoading />}
        {script.state === 'failed' && <CardFieldsFailed onRetry={retry} />}
        <p className={classes['soft']}>{purchaseTexts.cardSafe}</p>
      </div>
      <CardFailureArea failure={form.failure} onCheck={form.check} busy={form.checking} />
      <div className={classes['buttons']}>
        <Button
          id={SAVE}
          type="submit"
          loading={form.saving}
          disabled={script.state !== 'ready' || form.mustCheck || form.checking}
        >
          {texts.save}
        </Button>
        <output className={classes['soft']}>{form.saving && texts.saving}</output>
      </div>
    </form>
  );
}
