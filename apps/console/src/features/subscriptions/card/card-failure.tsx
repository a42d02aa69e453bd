import { Button } from '@mantine/core';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { paymentCardTexts as texts } from '../../../texts/payment-card.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import classes from '../subscriptions.module.css';
import { labelOf, sentencesOf } from './failure-texts.ts';
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
