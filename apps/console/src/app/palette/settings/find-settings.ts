import { smallWords } from '../../../texts/small-words.ts';
import type { SettingEntry } from './setting-entry.ts';

/** Settings that are shown; more words find the others. */
const MOST_SETTINGS = 12;

/**
 * The settings whose label, page and section contain a word that starts with each typed word; first those whose label was
 * typed, then those whose label has more of the words. Case, accents, punctuation and small words don't matter.
 */
export function findSettings(
  entries: readonly SettingEntry[],
  typed: string,
): { found: SettingEntry[]; total: number } {
  const text = wordsOf(typed);
  const words = text.filter((word) => !smallWords.includes(word));
  if (words.length === 0) return { found: [], total: 0 };
  const matches = entries.flatMap((entry) => {
    const label = wordsOf(entry.label);
    const all = [...label, ...wordsOf([...entry.where, ...(entry.also ?? [])].join(' '))];
    if (!words.every((word) => all.some((one) => one.startsWith(word)))) return [];
    const inLabel = words.filter((word) => label.some((one) => one.startsWith(word))).length;
    return [{ entry, score: inLabel + (isLabelTyped(label, text) ? words.length : 0) }];
  });
  const sorted = matches.toSorted((a, b) => b.score - a.score).map(({ entry }) => entry);
  return { found: sorted.slice(0, MOST_SETTINGS), total: sorted.length };
}

/** Whether the typed words start with the label, or the label with the typed words. */
function isLabelTyped(label: readonly string[], typed: readonly string[]): boolean {
  const [one, other] = [label.join(' '), typed.join(' ')];
  return one.startsWith(other) || `${other} `.startsWith(`${one} `);
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
