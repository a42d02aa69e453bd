import type { MessageState } from '@callpoint/contract/deliveries';
import { Status, type StatusKind } from '../../display/status.tsx';
import { deliveryTexts } from '../../texts/deliveries.ts';

const KINDS: Readonly<Record<MessageState, StatusKind>> = {
  pending: 'pending',
  sending: 'pending',
  sent: 'sent',
  failed: 'failed',
  held: 'held',
  skipped: 'skipped',
};

/** A message's state: a label, an icon and a color. */
export function StateBadge({ state }: { state: MessageState }) {
  return <Status kind={KINDS[state]}>{deliveryTexts.states[state]}</Status>;
}
