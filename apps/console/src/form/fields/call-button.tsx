import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { explainFailedAction } from '../../net/call-error.ts';
import { useBusy } from '../../states/use-busy.ts';
import classes from './call-button.module.css';

/** What a call found. `failed`: the text reports a problem. */
export type Outcome = { kind: 'done' | 'failed'; text: string };

interface CallButtonProps {
  /** Sends the call; resolves to the sentence that reports its success, or to an outcome. */
  onCall: () => Promise<string | Outcome>;
  icon?: ReactNode;
  children: ReactNode;
}

/** A button that sends one call. The outcome appears next to it. */
export function CallButton({ onCall, icon, children }: CallButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { busy, run } = useBusy();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // A disabled button loses the focus.
  useEffect(() => {
    if (outcome && !busy && document.activeElement === document.body) button.current?.focus();
  }, [outcome, busy]);

  async function call(): Promise<void> {
    setOutcome(null);
    try {
      const found = await onCall();
      setOutcome(typeof found === 'string' ? { kind: 'done', text: found } : found);
    } catch (error) {
      setOutcome({ kind: 'failed', text: explainFailedAction(error).join(' ') });
    }
  }

  return (
    <div className={classes['call']}>
      <Button ref={button} variant="default" leftSection={icon} loading={busy} onClick={() => void run(call)}>
        {children}
      </Button>
      <output className={classes['outcome']} data-kind={outcome?.kind}>
        {outcome?.kind === 'failed' && <IconAlertTriangle aria-hidden size={18} />}
        {outcome?.text}
      </output>
    </div>
  );
}
