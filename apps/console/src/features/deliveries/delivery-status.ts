import { parsePushAddress } from '@callpoint/contract/channels/push/push-address';
import type { Delivery, DeliveryAttempt, MessageState } from '@callpoint/contract/deliveries';
import { adviceFor, findFault } from '@callpoint/contract/faults';
import { readableNumber } from '../../display/readable-number.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';

/** The delivery status of messages, in plain text. */

const IN_FLIGHT: readonly MessageState[] = ['pending', 'sending'];

const DAY_MS = 86_400_000;

/** The recipient's role, or that the message is an alarm. */
export function roleText({ purpose, role }: Pick<Delivery, 'purpose' | 'role'>): string {
  if (role === 'admin') return deliveryTexts.alarmToAdministrators;
  return purpose === 'alarm' ? deliveryTexts.alarmsOwn : deliveryTexts.roles[role];
}

/** The recipient's address; subscribers do not see those of administrators. */
export function addressText({
  channel,
  role,
  address,
}: Pick<Delivery, 'channel' | 'role' | 'address'>): string {
  if (address !== '') return accountText(address) ?? readableNumber(address);
  return role === 'admin' ? deliveryTexts.ofAnAdministrator : deliveryTexts.noAddressOf[channel];
}

/** The account of a push message. */
function accountText(address: string): string | null {
  const account = parsePushAddress(address);
  return account && deliveryTexts.accounts[account.role](account.accountId);
}

/** Shown instead of a text that was deleted because of its age; null while it is stored. */
export function deletedText({
  created_at,
  purged_at,
}: Pick<Delivery, 'created_at' | 'purged_at'>): string | null {
  if (purged_at === null) return null;
  return deliveryTexts.textDeleted(Math.floor((Date.parse(purged_at) - Date.parse(created_at)) / DAY_MS));
}

export function isInFlight({ state }: Pick<Delivery, 'state'>): boolean {
  return IN_FLIGHT.includes(state);
}

/**
 * Why a message is in its state, and what to do; the provider's own text is shown with its attempts. Messages from before
 * reasons were codes have only their sentence: then the last attempt's fault decides the advice.
 */
export function explainState(
  message: Pick<Delivery, 'state' | 'reason' | 'reason_fault' | 'given_up_after'> & {
    attempts: readonly Pick<DeliveryAttempt, 'fault'>[];
  },
): { reason: string; advice: string } | null {
  const { state, reason, reason_fault, given_up_after: hours, attempts } = message;
  if (!reason) return null;
  const fault = findFault(reason_fault);
  if (fault) {
    const givenUp = hours === null ? '' : `${deliveryTexts.givenUpAfter(hours)} `;
    return { reason: `${givenUp}${fault.means}`, advice: adviceFor(fault, isInFlight(message)) };
  }
  const last = state === 'held' ? null : findFault(attempts.at(-1)?.fault ?? null);
  return { reason, advice: last ? adviceFor(last, isInFlight(message)) : '' };
}

/**
 * The sentence and the provider's text of an attempt, each null if there is none. Attempts from before their texts
 * were stored separately have one sentence with both.
 */
export function attemptTexts({
  fault: code,
  detail,
  provider_text,
}: Pick<DeliveryAttempt, 'fault' | 'detail' | 'provider_text'>): {
  explanation: string | null;
  providerText: string | null;
} {
  const fault = findFault(code);
  if (!fault) return { explanation: null, providerText: detail || null };
  return provider_text === null
    ? { explanation: detail || fault.means, providerText: null }
    : { explanation: fault.means, providerText: provider_text };
}

/**
 * The number of messages in each state, in one line, sent ones first. Alarms do not count: they report the others.
 */
export function summarizeStates(messages: readonly Pick<Delivery, 'state' | 'purpose'>[]): string {
  const notified = messages.filter(({ purpose }) => purpose === null);
  const count = (...states: MessageState[]) => notified.filter(({ state }) => states.includes(state)).length;
  const { sent, inFlight, failed, held, skipped } = deliveryTexts.summary;
  return [
    [sent, count('sent')] as const,
    [inFlight, count(...IN_FLIGHT)] as const,
    [failed, count('failed')] as const,
    [held, count('held')] as const,
    [skipped, count('skipped')] as const,
  ]
    .flatMap(([write, number]) => (number > 0 ? write(number) : []))
    .join(' · ');
}
