/**
 * Texts as searches compare them: without case and accents, the same on both databases. A row keeps its own, so that
 * a search compares one column.
 */

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** What a row can be found by. The parts stay apart: nobody means the end of one with the beginning of the next. */
export function searchText(parts: readonly string[]): string {
  return folded(parts.join('\n'));
}

/** The pattern of `like ... escape '\'` for texts that hold what somebody typed, every character as it is. */
export function searchPattern(typed: string): string {
  return `%${folded(typed.trim()).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
