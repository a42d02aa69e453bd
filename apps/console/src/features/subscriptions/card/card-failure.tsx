import { Button } from '@mantine/core';
import { explainFailedAction } from '../../../net/call-error.ts';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { paymentCardTexts as texts } from '../../../texts/payment-card.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import classes from '../subscriptions.module.css';
import type { CardFailure } from './replace-card.ts';

type CardFailureProps = {
  failure: CardFailure | null;
  /** Asks the server what happened. */
  onCheck: () => void;
  busy: boolean;
};

/** The form's error area: what happened to the card, and what to do. */
export function CardFailureArea({ failure, onCheck, busy }: CardFailureProps) {
  return (
    <div role="alert" className={classes['failure']}>
      {failure && (
        <AlertBox kind="error" label={labelOf(failure)}>
          {sentencesOf(failure).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {failure.kind === 'unknown' && (
            <Button
              variant="default"
              loading={busy}
              onClick={onCheck}
              className={classes['check']}
              id={CHECK}
            >
              {failure.isOnFile ? purchaseTexts.check : texts.check}
            </Button>
          )}
        </AlertBox>
      )}
    </div>
  );
}

/** The id of the button that asks the server what happened. */
export const CHECK = 'check-card';

function labelOf(failure: CardFailure): string {
  if (failure.kind === 'unknown') return failure.isOnFile ? purchaseTexts.unknownLabel : texts.unknownLabel;
  return failure.kind === 'unpaid' ? texts.unpaidLabel : texts.notSaved;
}

function sentencesOf(failure: CardFailure): string[] {
  switch (failure.kind) {
    case 'rejected':
      return explainFailedAction(failure.error);
    case 'card':
      return [failure.message ?? purchaseTexts.cardRejected, texts.anotherCard];
    case 'authentication':
      return [texts.notAuthenticated];
    case 'interrupted':
      return [texts.interrupted];
    case 'unpaid':
      return [texts.unpaid];
    case 'unknown':
      return [failure.isOnFile ? texts.unknownPayment : texts.unknown];
  }
}
