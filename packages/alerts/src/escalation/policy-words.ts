import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { EscalationStep, StepRecipient } from '@callpoint/contract/escalation';
import type { RecipientGroup } from '@callpoint/contract/escalation-terms';

/** Parts of escalation policies in words. */

const GROUPS: Readonly<Record<RecipientGroup, string>> = {
  team: 'the safety team',
  contacts: 'the safety contacts',
  owner: 'the account owner',
  consultancy: 'the safety consultancy',
  administrators: 'the administrators',
};

export function recipientText(to: StepRecipient): string {
  return to.kind === 'person' ? to.name : GROUPS[to.kind];
}

/** `is` or `are`, for a sentence about the recipient. */
export function isOrAre({ kind }: StepRecipient): string {
  return kind === 'contacts' || kind === 'administrators' ? 'are' : 'is';
}

/** `A`, `A and B`, `A, B and C`. */
export function listText(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function channelsText(by: readonly Channel[]): string {
  return listText(by.map((channel) => CHANNEL[channel].nouns.inSentence));
}

export function minutesText(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

export function afterText({ after }: Pick<EscalationStep, 'after'>): string {
  return `after ${minutesText(after)}`;
}

/** `SMS and call to the safety team and Maria Ortiz`. */
export function stepText({ to, by }: Pick<EscalationStep, 'to' | 'by'>, nameOf = recipientText): string {
  return `${channelsText(by)} to ${listText(to.map(nameOf))}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
