import type { Delivery, DeliveryAttempt, MessageState } from '@callpoint/contract/deliveries';
import { FAULTS, type FaultKind } from '@callpoint/contract/faults';
import { deliveryTexts } from '../../lib/texts/deliveries.ts';

/** What became of messages, in plain words. */

const MOVING: readonly MessageState[] = ['pending', 'sending'];

export function isMoving({ state }: Pick<Delivery, 'state'>): boolean {
  return MOVING.includes(state);
}

/** What a fault means and what to do about it; null where an attempt names none that we know. */
export function faultOf({ fault }: Pick<DeliveryAttempt, 'fault'>): { means: string; advice: string } | null {
  return fault !== null && Object.hasOwn(FAULTS, fault) ? FAULTS[fault as FaultKind] : null;
}

/** What the provider said, without what we said of it ourselves; null where that is all there is. */
export function providerWords(attempt: Pick<DeliveryAttempt, 'fault' | 'detail'>): string | null {
  const means = faultOf(attempt)?.means;
  const { detail } = attempt;
  if (means === undefined || !detail.startsWith(means)) return detail || null;
  const rest = detail.slice(means.length).trim();
  return rest.replace(/^It said: /, '').replace(/^\((.*)\)$/, '$1') || null;
}

/** How many messages got how far, in one line: the good news first. */
export function summaryOf(messages: readonly Pick<Delivery, 'state'>[]): string {
  const count = (...states: MessageState[]) => messages.filter(({ state }) => states.includes(state)).length;
  const { sent, moving, failed, held, skipped } = deliveryTexts.summary;
  return [
    [sent, count('sent')] as const,
    [moving, count(...MOVING)] as const,
    [failed, count('failed')] as const,
    [held, count('held')] as const,
    [skipped, count('skipped')] as const,
  ]
    .flatMap(([say, number]) => (number > 0 ? say(number) : []))
    .join(' · ');
}
