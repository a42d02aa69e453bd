/**
 * Texts for searches: without case and accents, the same on both databases. Each row stores its search text, so that a
 * search compares one column.
 */

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/**
 * The search text of a row. Its parts are separated, so that no search matches the end of one and the start of the
 * next.
 */
export function searchText(parts: readonly string[]): string {
  return folded(parts.join('\n'));
}

/** The pattern of `like ... escape '\'` for texts that contain the typed text, with every character taken literally. */
export function searchPattern(typed: string): string {
  return `%${folded(typed.trim()).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
