import { diffPolicies, diffVoiceRules } from '@callpoint/alerts/escalation/diff-policies';
import type { Contact } from '@callpoint/contract/settings';
import { splitList } from '@callpoint/contract/split-list';
import { contactText, readContacts } from '../../display/contact-text.ts';
import { readableNumber } from '../../display/readable-number.ts';
import { historyTexts as texts } from '../../texts/history.ts';
import { contactTexts } from '../../texts/safety-contacts.ts';
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
  if (kind === 'contacts') return { sentences: contactsDifference(old, current) };
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

function listDifference(old: readonly string[], current: readonly string[]): string[] {
  const added = current.filter((part) => !old.includes(part));
  const removed = old.filter((part) => !current.includes(part));
  if (added.length + removed.length === 0) {
    return [old.join() === current.join() ? texts.spacing : texts.reordered];
  }
  return [
    ...(added.length > 0 ? [texts.added(listText(added))] : []),
    ...(removed.length > 0 ? [texts.removed(listText(removed))] : []),
  ];
}

function listText(recipients: readonly string[]): string {
  return recipients.map(readableNumber).join(', ');
}

/** People are the same if name, phone and email are; otherwise people are compared by their position. */
function contactsDifference(old: string, current: string): string[] {
  const [before, after] = [readContacts(old), readContacts(current)];
  const text = (contact: Contact) => JSON.stringify(contact);
  const removed = before.filter((one) => !after.some((other) => text(other) === text(one)));
  const added = after.filter((one) => !before.some((other) => text(other) === text(one)));
  const sentences: string[] = [];
  while (removed.length > 0 && added.length > 0) {
    const [from, to] = [removed.shift(), added.shift()];
    if (from && to) sentences.push(...contactChanges(from, to));
  }
  sentences.push(...added.map((one) => texts.added(contactText(one))));
  sentences.push(...removed.map((one) => texts.removed(contactText(one))));
  if (sentences.length > 0) return sentences;
  return [before.map(text).join() === after.map(text).join() ? texts.spacing : texts.reordered];
}

function contactChanges(from: Contact, to: Contact): string[] {
  const shown = (value: string) => (value === '' ? texts.empty : `“${readableNumber(value)}”`);
  const who = from.name === to.name && to.name !== '' ? `${to.name}: ` : '';
  return (['name', 'email', 'phone'] as const).flatMap((part) =>
    from[part] === to[part]
      ? []
      : `${who}${texts.partFrom(contactTexts.parts[part], shown(from[part]), shown(to[part]))}`,
  );
}
