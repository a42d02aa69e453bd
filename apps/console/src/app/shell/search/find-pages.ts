import type { MenuEntry, MenuSection } from '../../menus.ts';

export type FoundPage = { entry: MenuEntry; heading: string | null };

/**
 * The menu's pages that contain all typed words, with their section's name; those whose own name starts with them come
 * first. An empty search finds all, in the menu's order. Case and accents don't matter.
 */
export function findPages(sections: readonly MenuSection[], typed: string): FoundPage[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const pages = sections.flatMap(({ heading, entries }) => entries.map((entry) => ({ entry, heading })));
  const found = pages.filter(({ entry, heading }) => {
    const text = plain(`${entry.label} ${heading ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const startsWithWords = ({ entry }: FoundPage) => plain(entry.label).startsWith(words.join(' '));
  return [...found.filter(startsWithWords), ...found.filter((page) => !startsWithWords(page))];
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
