import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { CallError, explainFailedRead } from '../net/call-error.ts';
import { feedbackTexts } from '../texts/feedback.ts';
import { AlertBox } from './alerts-list.tsx';
import classes from './failed-read.module.css';
import { ForbiddenState } from '../states/forbidden-state.tsx';

type FailedReadProps = {
  error: unknown;
  onRetry: () => void;
  /** True while it is being read again. */
  retrying?: boolean;
  /** The failed read, as in `The users could not be loaded.` */
  what?: string;
  /** True where older data is still shown below. */
  stale?: boolean;
};

/** A failed read: what happened, and "Try again". Shown above old data, or instead of it if there is none. */
export function FailedRead({ error, onRetry, retrying = false, what, stale = false }: FailedReadProps) {
  if (error instanceof CallError && error.kind === 'forbidden') return <ForbiddenState />;
  return (
    <div role="alert">
      <AlertBox kind="error" label={feedbackTexts.notLoaded}>
        <p>
          {what && <>{what} </>}
          {explainFailedRead(error)}
          {stale && <> {feedbackTexts.stale}</>}
        </p>
        <Button
          className={classes['retry']}
          variant="default"
          leftSection={<IconRefresh aria-hidden size={18} />}
          loading={retrying}
          onClick={onRetry}
        >
          {feedbackTexts.tryAgain}
        </Button>
      </AlertBox>
    </div>
  );
}
