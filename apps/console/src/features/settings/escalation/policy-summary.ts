import { settingsTexts } from '../../../texts/settings.ts';
import { readDraft } from './policy-draft.ts';

const texts = settingsTexts.escalation;

/** A policy in one line: whether an answer is needed, and the number of steps. */
export function policySummary(value: string): string {
  const policy = readDraft(value);
  if (!policy) return texts.unreadable;
  return policy.needs_answer ? texts.on(policy.steps.length) : texts.off;
}
