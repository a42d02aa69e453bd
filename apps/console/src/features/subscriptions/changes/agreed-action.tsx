import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { subscriptionTexts as texts } from '../../../texts/subscriptions.ts';
import classes from '../subscriptions.module.css';
import { useSubscriptionAction } from './use-subscription-action.ts';

interface AgreedActionProps {
  title: string;
  /** What the person agrees to. */
  agree: string;
  verb: string;
  /** Returns the message to show. */
  onAct: () => Promise<string>;
  /** False if the person still declined. */
  confirmed?: () => Promise<boolean>;
  children?: ReactNode;
}

/** An action that the person must agree to first. */
export function AgreedAction({ title, agree, verb, onAct, confirmed, children }: AgreedActionProps) {
  const box = useRef<HTMLInputElement>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { busy, problem, perform } = useSubscriptionAction();

  async function act(): Promise<void> {
    setMissing(!isAgreed);
    if (!isAgreed) {
      box.current?.focus();
      return;
    }
    if (confirmed && !(await confirmed())) return;
    perform(onAct);
  }

  return (
    <div className={classes['part']}>
      <h3 className={classes['subheading']}>{title}</h3>
      {children}
      <Checkbox
        ref={box}
        required
        label={agree}
        checked={isAgreed}
        error={isMissing && !isAgreed ? texts.agreeFirst : undefined}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <Button variant="default" loading={busy} onClick={() => void act()}>
        {verb}
      </Button>
      <output className={classes['problem']}>{problem}</output>
    </div>
  );
}
