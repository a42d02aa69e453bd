import type { MessageState } from '@callpoint/contract/deliveries';
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconMinus,
  IconPlayerPause,
  IconSend,
} from '@tabler/icons-react';
import { deliveryTexts } from '../../texts/deliveries.ts';
import classes from './deliveries.module.css';

const ICONS: Readonly<Record<MessageState, typeof IconClock>> = {
  pending: IconClock,
  sending: IconSend,
  sent: IconCircleCheck,
  failed: IconCircleX,
  held: IconPlayerPause,
  skipped: IconMinus,
};

/** A message's state: a label, an icon and a color. */
export function StateBadge({ state }: { state: MessageState }) {
  const Icon = ICONS[state];
  return (
    <span className={classes['state']} data-state={state}>
      <Icon aria-hidden size={18} stroke={1.75} />
      {deliveryTexts.states[state]}
    </span>
  );
}
