import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { purchaseTexts } from '../../../texts/purchase.ts';
import { PlanField } from '../plan-field.tsx';
import { FieldGroup } from './purchase-group.tsx';
import { ReadOnlyCard } from '../../../form/record/section.tsx';
import { usePlanChoices } from '../subscriptions.api.ts';
import classes from '../subscriptions.module.css';
import { Link } from '../../../links/link.ts';

/**
 * The fields of a payment by card, disabled with the reason, while the server has no payment keys. The plans can be viewed.
 * @param now the current plan, as a sentence
 */
export function PaymentsNotSetUp({ now }: { now: string }) {
  const reason = useId();
  const [plan, setPlan] = useState('');
  const { data: plans, error, isFetching, refetch } = usePlanChoices('/tapi/v1');
  return (
    <section className={classes['group']} aria-describedby={reason}>
      <div id={reason}>
        <AlertBox kind="info">
          <p>
            <strong>{purchaseTexts.notYet}</strong> {purchaseTexts.notYetDescription}{' '}
            <Link to="/contact">{purchaseTexts.askForUpgrade}</Link>
          </p>
        </AlertBox>
      </div>
      <ReadOnlyCard>
        <FieldGroup title={purchaseTexts.yourPlan}>
          <p className={classes['soft']}>{now}</p>
          {Boolean(error) && !plans && (
            <FailedRead
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
              what={purchaseTexts.plansFailed}
            />
          )}
          <PlanField
            label={purchaseTexts.plan}
            description={plans?.length === 0 ? purchaseTexts.noPlans : purchaseTexts.planHelp}
            required
            plans={plans ?? []}
            value={plan}
            onChange={(event) => setPlan(event.currentTarget.value)}
          />
        </FieldGroup>
        <FieldGroup title={purchaseTexts.billing}>
          <DisabledField label={purchaseTexts.address} />
          <div className={classes['town']}>
            <DisabledField label={purchaseTexts.city} />
            <DisabledField label={purchaseTexts.state} />
            <DisabledField label={purchaseTexts.zip} />
          </div>
        </FieldGroup>
        <FieldGroup title={purchaseTexts.card}>
          <DisabledField label={purchaseTexts.cardNumber} />
          <div className={classes['pair']}>
            <DisabledField label={purchaseTexts.cardExpiry} />
            <DisabledField label={purchaseTexts.cardCvc} />
          </div>
        </FieldGroup>
        <div>
          <Button disabled>{purchaseTexts.pay}</Button>
        </div>
      </ReadOnlyCard>
    </section>
  );
}

/** A disabled field. */
function DisabledField({ label }: { label: string }) {
  return <TextInput label={label} required disabled autoComplete="off" />;
}
