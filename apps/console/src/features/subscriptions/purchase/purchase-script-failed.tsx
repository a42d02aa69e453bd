import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { feedbackTexts } from '../../../texts/feedback.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import classes from '../subscriptions.module.css';

/** The payment provider's script was blocked, or did not arrive. */
export function CardFieldsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <AlertBox kind="error" label={feedbackTexts.notLoaded}>
        <p>
          {purchaseTexts.cardFailed} {purchaseTexts.cardFailedDescription}
        </p>
        <Button
          className={classes['check'] ?? ''}
          variant="default"
          leftSection={<IconRefresh aria-hidden size={18} />}
          onClick={onRetry}
        >
          {feedbackTexts.tryAgain}
        </Button>
      </AlertBox>
    </div>
  );
}
