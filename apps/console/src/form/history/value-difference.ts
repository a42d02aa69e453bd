import { diffPolicies, diffVoiceRules } from '@callpoint/alerts/escalation/diff-policies';
import { splitList } from '@callpoint/contract/split-list';
import { readContacts } from '../../display/contact-text.ts';
import { readableNumber } from '../../display/readable-number.ts';
import { versionTexts as texts } from '../../texts/versions.ts';
import { contactsDifference, listDifference } from './list-difference.ts';
import { diffWords, type TextPart } from './word-difference.ts';

/** How a value is compared: as a text, a list of recipients, safety contacts, an escalation policy, voice rules, or a short value. */
export type ValueKind = 'text' | 'list' | 'contacts' | 'policy' | 'voice_rules' | 'value';

/** A difference as sentences, or the text with its changed words. */
export type Difference = { sentences: string[] } | { parts: TextPart[] };

/** The difference of two values in words. `show` returns a short value as people read it. */
export function describeDifference(
  kind: ValueKind,
  old: string,
  current: string,
  show: (value: string) => string,
): Difference {
  if (kind === 'list') return { sentences: listDifference(splitList(old), splitList(current)) };
  if (kind === 'contacts') return { sentences: contactsDifference(readContacts(old), readContacts(current)) };
  if (kind === 'policy') return { sentences: parsedDifference(old, current, diffPolicies) };
  if (kind === 'voice_rules') return { sentences: parsedDifference(old, current, diffVoiceRules) };
  if (kind === 'text') return { parts: diffWords(old, current) };
  const shown = (value: string) => (value === '' ? texts.empty : `“${show(value)}”`);
  return { sentences: [texts.from(shown(old), shown(current))] };
}

/** Values that our server stored; one of an unknown format differs without details. */
function parsedDifference<Value>(
  old: string,
  current: string,
  diff: (before: Value, after: Value, readable: (number: string) => string) => string[],
): string[] {
  try {
    const found = diff(JSON.parse(old) as Value, JSON.parse(current) as Value, readableNumber);
    return found.length > 0 ? found : [texts.spacing];
  } catch {
    return [texts.spacing];
  }
}
