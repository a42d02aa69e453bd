import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { getErrorMessages } from '../../net/call-error.ts';
import classes from './call-button.module.css';

interface CallButtonProps {
  /** Sends the call; resolves to the sentence that reports its success. */
  onCall: () => Promise<string>;
  icon?: ReactNode;
  children: ReactNode;
}

type Outcome = { kind: 'done' | 'failed'; text: string };

/** A button that sends one call. The outcome appears next to it. */
export function CallButton({ onCall, icon, children }: CallButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // A disabled button loses the focus.
  useEffect(() => {
    if (outcome && document.activeElement === document.body) button.current?.focus();
  }, [outcome]);

  async function run(): Promise<void> {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome({ kind: 'done', text: await onCall() });
    } catch (error) {
      setOutcome({ kind: 'failed', text: getErrorMessages(error).join(' ') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes['call']}>
      <Button ref={button} variant="default" leftSection={icon} loading={busy} onClick={() => void run()}>
        {children}
      </Button>
      <output className={classes['outcome']} data-kind={outcome?.kind}>
        {outcome?.text}
      </output>
    </div>
  );
}
