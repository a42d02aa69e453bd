import { afterText, capitalize, stepText } from '@callpoint/alerts/escalation/policy-words';
import { escalationTexts } from '../../../texts/escalation.ts';
import type { DraftStep } from './policy-draft.ts';

/** A step in one line: `After 3 minutes: SMS to the safety team`. */
export function stepSummary({ after, to, by }: DraftStep): string {
  const when = typeof after === 'number' ? capitalize(afterText({ after })) : escalationTexts.noTime;
  const isComplete = by.length > 0 && to.length > 0;
  return `${when}: ${isComplete ? stepText({ to, by }) : escalationTexts.incomplete}`;
}
