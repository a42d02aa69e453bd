import type { OwnSubmission, Recipients } from '@callpoint/contract/own-submissions';
import { IconCheck, IconChecks, IconClock, IconPlayerPause, IconX } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import classes from './sent.module.css';

const ICONS = {
  delivered: IconChecks,
  sent: IconCheck,
  pending: IconClock,
  held: IconPlayerPause,
  failed: IconX,
} as const;
const STATES = ['delivered', 'sent', 'pending', 'held', 'failed'] as const;

/** Who is notified of a submission: how many messages of each kind, in words and with an icon. */
export function RecipientList({ recipients }: Pick<OwnSubmission, 'recipients'>) {
  return (
    <ul className={classes['recipients']}>
      {recipients.map((group) => (
        <li key={`${group.role} ${group.channel}`}>
          <span>
            {texts.sent.roles[group.role]}, {texts.sent.channels[group.channel]}
          </span>
          <Counts messages={group.messages} />
        </li>
      ))}
    </ul>
  );
}

function Counts({ messages }: Pick<Recipients, 'messages'>) {
  return (
    <span className={classes['counts']}>
      {STATES.filter((state) => messages[state] > 0).map((state) => {
        const Icon = ICONS[state];
        return (
          <span key={state} className={classes['count']} data-state={state}>
            <Icon aria-hidden />
            {texts.sent.counts[state](messages[state])}
          </span>
        );
      })}
    </span>
  );
}
