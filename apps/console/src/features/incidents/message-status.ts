import type { IncidentMessage } from '@callpoint/contract/incidents';
import type { StatusKind } from '../../display/status.tsx';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { incidentTexts } from '../../texts/incidents.ts';

const KINDS: Readonly<Record<IncidentMessage['state'], StatusKind>> = {
  pending: 'pending',
  sending: 'pending',
  sent: 'sent',
  failed: 'failed',
  held: 'held',
  skipped: 'skipped',
};

/** The delivery status of a message: how it is shown, in which word, and since when. */
export function messageStatus({ state, created_at, sent_at, delivered_at }: IncidentMessage): {
  kind: StatusKind;
  word: string;
  at: string;
} {
  const word = delivered_at === null ? deliveryTexts.states[state] : incidentTexts.delivered;
  return { kind: KINDS[state], word, at: delivered_at ?? sent_at ?? created_at };
}
