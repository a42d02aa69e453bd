import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { explainFailedAction } from '../../../net/call-error.ts';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { purchaseTexts } from '../../../texts/purchase.ts';
import type { PaymentFailure } from './pay.ts';
import classes from '../subscriptions.module.css';

type PurchaseFailureProps = {
  failure: PaymentFailure | null;
  /** Looks the payment up at the server. */
  onCheck: () => void;
  busy: boolean;
};

/** The form's error area: what happened to the payment, and what to do. */
export function PurchaseFailure({ failure, onCheck, busy }: PurchaseFailureProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) area.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={area} role="alert" className={classes['failure']}>
      {failure && (
        <AlertBox kind="error" label={labelOf(failure)}>
          {sentencesOf(failure).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {canBeChecked(failure) && (
            <Button
              variant="default"
              loading={busy}
              onClick={onCheck}
              className={classes['check']}
              id={CHECK}
            >
              {purchaseTexts.check}
            </Button>
          )}
        </AlertBox>
      )}
    </div>
  );
}

/** The id of the button that looks the payment up. */
export const CHECK = 'check-payment';

/** Whether the payment may have succeeded. */
export function canBeChecked({ kind }: PaymentFailure): boolean {
  return kind === 'unknown' || kind === 'unconfirmed';
}

function labelOf({ kind }: PaymentFailure): string {
  if (kind === 'unknown') return purchaseTexts.unknownLabel;
  return kind === 'unconfirmed' ? purchaseTexts.unconfirmedLabel : purchaseTexts.notPaid;
}

function sentencesOf(failure: PaymentFailure): string[] {
  switch (failure.kind) {
    case 'rejected':
      return [...explainFailedAction(failure.error), purchaseTexts.notChargedNow];
    case 'card':
      return [
        failure.message ?? purchaseTexts.cardRejected,
        `${purchaseTexts.notCharged} ${purchaseTexts.anotherCard}`,
      ];
    case 'authentication':
      return [
        purchaseTexts.notAuthenticated,
        `${purchaseTexts.notCharged} ${purchaseTexts.retryOrAnotherCard}`,
      ];
    case 'interrupted':
      return [purchaseTexts.interrupted, purchaseTexts.noneTwice];
    case 'unconfirmed':
      return [purchaseTexts.unconfirmed];
    case 'unknown':
      return [purchaseTexts.unknown];
  }
}
