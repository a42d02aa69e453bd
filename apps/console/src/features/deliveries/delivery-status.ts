import type { Delivery, DeliveryAttempt, MessageState } from '@callpoint/contract/deliveries';
import { FAULTS, finalAdvice, type FaultKind } from '@callpoint/contract/faults';
import { deliveryTexts } from '../../texts/deliveries.ts';

/** What became of messages, in plain words. */

const MOVING: readonly MessageState[] = ['pending', 'sending'];

const DAY_MS = 86_400_000;

/** For whom a message is, or that it is the alarm's own. */
export function roleText({ purpose, role }: Pick<Delivery, 'purpose' | 'role'>): string {
  if (role === 'admin') return deliveryTexts.alarmToAdministrators;
  return purpose === 'alarm' ? deliveryTexts.alarmsOwn : deliveryTexts.roles[role];
}

/** Where a message goes; an administrator's address is none of a team's. */
export function addressText({ role, address }: Pick<Delivery, 'role' | 'address'>): string {
  if (address !== '') return address;
  return role === 'admin' ? deliveryTexts.ofAnAdministrator : deliveryTexts.noAddress;
}

/** What stands in the place of a text whose retention is over; null while it is there. */
export function deletedText({
  created_at,
  purged_at,
}: Pick<Delivery, 'created_at' | 'purged_at'>): string | null {
  if (purged_at === null) return null;
  return deliveryTexts.textDeleted(Math.floor((Date.parse(purged_at) - Date.parse(created_at)) / DAY_MS));
}

export function isMoving({ state }: Pick<Delivery, 'state'>): boolean {
  return MOVING.includes(state);
}

/** What a fault means and what to do about it; null where an attempt names none that we know. */
export function faultOf({ fault }: Pick<DeliveryAttempt, 'fault'>): { means: string; advice: string } | null {
  return fault !== null && Object.hasOwn(FAULTS, fault) ? FAULTS[fault as FaultKind] : null;
}

/**
 * Why a message stands as it does, and what to do; the provider's own words stand with its attempts. The advice is that
 * of the last attempt only where that is the reason: a message may be held or put back for another one since.
 */
export function whyOf(
  message: Pick<Delivery, 'state' | 'reason'> & { attempts: readonly Pick<DeliveryAttempt, 'fault'>[] },
): { reason: string; advice: string } | null {
  const { reason, attempts } = message;
  if (!reason) return null;
  const last = attempts.at(-1);
  const fault = last ? faultOf(last) : null;
  const begin = fault ? reason.indexOf(fault.means) : -1;
  if (!fault || begin < 0) return { reason, advice: '' };
  return {
    reason: reason.slice(0, begin + fault.means.length),
    advice: isMoving(message) ? fault.advice : finalAdvice(fault),
  };
}

/** What the provider said, without what we said of it ourselves; null where that is all there is. */
export function providerText(attempt: Pick<DeliveryAttempt, 'fault' | 'detail'>): string | null {
  const means = faultOf(attempt)?.means;
  const { detail } = attempt;
  if (means === undefined || !detail.startsWith(means)) return detail || null;
  const rest = detail.slice(means.length).trim();
  return rest.replace(/^It said: /, '').replace(/^\((.*)\)$/, '$1') || null;
}

/**
 * How many messages got how far, in one line: the good news first. The alarm's own says that they did not: it is none.
 */
export function summaryOf(messages: readonly Pick<Delivery, 'state' | 'purpose'>[]): string {
  const told = messages.filter(({ purpose }) => purpose === null);
  const count = (...states: MessageState[]) => told.filter(({ state }) => states.includes(state)).length;
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
