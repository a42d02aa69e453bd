import type { Delivery } from '@callpoint/contract/deliveries';
import type { RowNoteSpec } from '../../table/table-types.ts';
import { deliveryTexts as texts } from '../../texts/deliveries.ts';

/** What a person can do with a message that was not sent: resend a failed one, release a held one. */
export const RESEND_CHOICES = ['resend', 'release'] as const;
export type ResendChoice = (typeof RESEND_CHOICES)[number];

const STATES = { resend: 'failed', release: 'held' } as const;

type Message = Pick<Delivery, 'state' | 'not_resendable'>;

/** Null for a message that needs neither, and for one that can’t be sent. */
export function resendChoice({ state, not_resendable }: Message): ResendChoice | null {
  if (not_resendable !== null) return null;
  return RESEND_CHOICES.find((choice) => STATES[choice] === state) ?? null;
}

/** Why some of several messages can’t be sent with this choice; null if it is possible for all that need it. */
export function missingNote(messages: readonly Message[], choice: ResendChoice): string | null {
  const wanted = messages.filter(({ state }) => state === STATES[choice]);
  const reasons = wanted.flatMap(({ not_resendable }) => not_resendable ?? []);
  if (reasons.length === 0) return null;
  const { verb } = texts.sendingAgain[choice];
  return texts.cannotSend(verb, reasons.length, wanted.length, [...new Set(reasons)].join(' '));
}

/** What a person has to know before they send a failed or held message; null for nothing. */
export function resendNote(message: Message & Pick<Delivery, 'purged_at'>): string | null {
  const { state, not_resendable, purged_at } = message;
  if (not_resendable === null) return state === 'held' ? texts.heldDescription : null;
  if (purged_at !== null) return not_resendable;
  return state === 'held' ? texts.releaseOnce : `${not_resendable} ${texts.resendOnce}`;
}

/** In the row of a failed message, instead of the button that sends it again: why it has none. */
export function unsendableNote(message: Message & Pick<Delivery, 'purged_at'>): RowNoteSpec | null {
  const title = message.state === 'failed' ? resendNote(message) : null;
  if (title === null) return null;
  return { note: message.purged_at === null ? texts.unsendable : texts.unsendableText, title };
}

/** The same in two or three words, for a row; null for a message that can be sent or need not be. */
export function shortResendNote({
  not_resendable,
  purged_at,
}: Pick<Delivery, 'not_resendable' | 'purged_at'>): string | null {
  if (not_resendable === null) return null;
  return purged_at === null ? texts.notConfigured : texts.textIsDeleted;
}
