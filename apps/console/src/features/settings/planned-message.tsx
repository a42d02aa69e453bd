import { Button } from '@mantine/core';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import type { PreviewMessage } from '@callpoint/contract/notifications';
import { IconMinus, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { pressTexts } from '../../texts/press-for-me.ts';
import { useSendTest, type Press } from './press-for-me.api.ts';
import classes from './press-for-me.module.css';
import { SegmentNote } from './segment-note.tsx';
import { TestOutcome } from './test-outcome.tsx';

const ICONS = { pending: IconSend, held: IconPlayerPause, skipped: IconMinus } as const;

/** Who a message is for, in few words. */
export function whoOf({ role, address }: PreviewMessage): string {
  return `${deliveryTexts.roles[role]}, ${address || pressTexts.noAddress}`;
}

/** One message that would be sent: to whom, whether, in which words and how many SMS. */
export function PlannedMessage({ message, press }: { message: PreviewMessage; press: Press }) {
  const sending = useSendTest(press);
  const { channel, subject, text, state, reason } = message;
  const Icon = ICONS[state];
  return (
    <li className={classes['message']}>
      <p className={classes['who']}>
        <strong>{message.address || pressTexts.noAddress}</strong>{' '}
        <span className={classes['soft']}>{deliveryTexts.roles[message.role]}</span>
      </p>
      <p className={classes['state']} data-state={state}>
        <Icon aria-hidden size={16} stroke={1.75} />
        <span>
          {pressTexts.states[state]}
          {reason && `: ${reason}`}
        </span>
      </p>
      <details className={classes['words']}>
        <summary>{pressTexts.words}</summary>
        {subject !== null && <p className={classes['subject']}>{pressTexts.subject(subject)}</p>}
        <p className={classes['text']}>{text}</p>
      </details>
      {CHANNEL[channel].contentKind === 'text' && <SegmentNote text={text} />}
      {text.trim() !== '' && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes['test'] ?? ''}
          loading={sending.isPending}
          aria-label={pressTexts.testOf(whoOf(message))}
          onClick={() => sending.mutate(message)}
        >
          {pressTexts.test}
        </Button>
      )}
      <TestOutcome sending={sending} />
    </li>
  );
}
