import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import type { RecipientGroup } from '@callpoint/contract/escalation';

/**
 * An escalation policy while it is edited: the JSON of its setting, with numbers as they were typed. The rules of the
 * setting report what is wrong.
 */

export type DraftPerson = { kind: 'person'; name: string; email: string; phone: string };
export type DraftRecipient = { kind: RecipientGroup } | DraftPerson;
export type DraftNumber = number | string;
export interface DraftStep {
  after: DraftNumber;
  to: DraftRecipient[];
  by: Channel[];
}
export interface DraftPolicy {
  needs_answer: boolean;
  steps: DraftStep[];
  repeat: { times: DraftNumber; every: DraftNumber };
  procedure: string;
}

/** Null for text that is not a policy. */
export function readDraft(value: string): DraftPolicy | null {
  try {
    const parsed = JSON.parse(value) as DraftPolicy;
    return Array.isArray(parsed.steps) && typeof parsed.repeat === 'object' ? parsed : null;
  } catch {
    return null;
  }
}

/** A typed number; other text stays text. */
export function typedNumber(text: string): DraftNumber {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : text;
}

/** A new last step, five minutes after the one before it. */
export function withNewStep(steps: readonly DraftStep[]): DraftStep[] {
  const last = Number(steps.at(-1)?.after ?? 0);
  const after = Number.isFinite(last) ? last + 5 : '';
  return [...steps, { after, to: [{ kind: 'owner' }], by: ['email'] }];
}

/** Exchanges a step with its neighbor. The times stay: they must be in order. */
export function withMovedStep(steps: readonly DraftStep[], index: number, by: 1 | -1): DraftStep[] {
  const [one, other] = [steps[index], steps[index + by]];
  if (!one || !other) return [...steps];
  return steps.with(index, { ...other, after: one.after }).with(index + by, { ...one, after: other.after });
}

/** A group or a channel is chosen, or no longer. The order is fixed, so that a choice that is undone is no change. */
export function withGroup(
  to: readonly DraftRecipient[],
  kind: RecipientGroup,
  isChosen: boolean,
): DraftRecipient[] {
  const others = to.filter((one) => one.kind !== kind);
  if (!isChosen) return others;
  const groups = others.filter((one) => one.kind !== 'person');
  return [...groups, { kind }, ...others.filter((one) => one.kind === 'person')];
}

export function withChannel(by: readonly Channel[], channel: Channel, isChosen: boolean): Channel[] {
  return CHANNELS.filter((one) => (one === channel ? isChosen : by.includes(one)));
}
