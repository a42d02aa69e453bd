import { explainFailedAction } from '../../../net/call-error.ts';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { paymentCardTexts as texts } from '../../../texts/payment-card.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import classes from '../subscriptions.module.css';
import type { CardFailure } from './replace-card.ts';

/** The form's error area: what happened to the card, and what to do. */
export function CardFailureArea({ failure }: { failure: CardFailure | null }) {
  return (
    <div role="alert" className={classes['failure']}>
      {failure && (
        <AlertBox kind="error" label={failure.kind === 'unpaid' ? texts.unpaidLabel : texts.notSaved}>
          {sentencesOf(failure).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </AlertBox>
      )}
    </div>
  );
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
  }
}
