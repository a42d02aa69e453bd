import { Button } from '@mantine/core';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import type { PreviewMessage } from '@callpoint/contract/notifications';
import { fillPersonalLinks, showPersonalLinks } from '@callpoint/contract/respond-link';
import { IconMinus, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { RecipientAddress } from '../../display/cells.tsx';
import { readableNumber } from '../../display/readable-number.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { dryRunTexts } from '../../texts/dry-run.ts';
import { useSendTest, type DryRunInput } from './dry-run.api.ts';
import classes from './dry-run.module.css';
import { SegmentNote } from './segment-note.tsx';
import { TestOutcome } from './test-outcome.tsx';

const ICONS = { pending: IconSend, held: IconPlayerPause, skipped: IconMinus } as const;

/** The recipient's name and role. */
export function recipientText({ role, address }: PreviewMessage): string {
  return `${deliveryTexts.roles[role]}, ${readableNumber(address) || dryRunTexts.noAddress}`;
}

/** One planned message: to whom, whether it is sent, with which text and how many SMS. */
export function PlannedMessageItem({ message, press }: { message: PreviewMessage; press: DryRunInput }) {
  const sending = useSendTest(press);
  const { channel, subject, text, state, reason } = message;
  const Icon = ICONS[state];
  return (
    <li className={classes['message']}>
      <p className={classes['recipient']}>
        <strong>
          {message.address ? <RecipientAddress address={message.address} /> : dryRunTexts.noAddress}
        </strong>{' '}
        <span className={classes['soft']}>{deliveryTexts.roles[message.role]}</span>
      </p>
      <p className={classes['state']} data-state={state}>
        <Icon aria-hidden size={16} />
        <span>
          {dryRunTexts.states[state]}
          {reason && `: ${reason}`}
        </span>
      </p>
      <details className={classes['fullText']}>
        <summary>{dryRunTexts.fullText}</summary>
        {subject !== null && <p className={classes['subject']}>{dryRunTexts.subject(subject)}</p>}
        <p className={classes['text']}>{showPersonalLinks(text)}</p>
      </details>
      {CHANNEL[channel].isChargedBySegment && <SegmentNote text={fillPersonalLinks(text, location.origin)} />}
      {text.trim() !== '' && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes['test'] ?? ''}
          loading={sending.isPending}
          aria-label={dryRunTexts.testOf(recipientText(message))}
          onClick={() => sending.mutate(message)}
        >
          {dryRunTexts.test}
        </Button>
      )}
      <TestOutcome sending={sending} />
    </li>
  );
}
