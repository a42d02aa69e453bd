import type { Delivery } from '@callpoint/contract/deliveries';
import type { LiveEvent } from '@callpoint/contract/live-events';

export type DeliveryChange = Extract<LiveEvent, { kind: 'delivery.changed' }>;

/** Whether a change may be about this message; tests, and messages about deleted submissions, are not identified. */
export function affectsMessage(
  change: Pick<DeliveryChange, 'team_id' | 'submission' | 'ids'>,
  message: Pick<Delivery, 'team_id' | 'button_click_id' | 'form_submission_id'>,
): boolean {
  if (change.team_id !== message.team_id) return false;
  const { button_click_id: press, form_submission_id: form } = message;
  if (press === null && form === null) return true;
  const id = change.submission === 'button' ? press : form;
  return id !== null && change.ids.includes(id);
}
