/** The difference of two texts, word by word. Pure. */

export interface TextPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Cells of the comparison table; longer texts are shown as replaced. About 2,000 different words each. */
const MAX_CELLS = 4_000_000;

/** The parts of both texts in their order; neighbors of one kind are one part. */
export function diffWords(old: string, current: string): TextPart[] {
  const [before, after] = [words(old), words(current)];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  const middle = compare(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return joined([
    ...before.slice(0, start).map((text): TextPart => ({ kind: 'same', text })),
    ...middle,
    ...before.slice(before.length - end).map((text): TextPart => ({ kind: 'same', text })),
  ]);
}

/** Characters of an unchanged part that are shown next to a change, and the length from which the others are left out. */
const CONTEXT = 120;
const LONG_UNCHANGED = 600;

/** The parts, without the middle of long unchanged ones: the changes of a long text are next to each other. */
export function shortenUnchanged(parts: readonly TextPart[]): TextPart[] {
  if (parts.every(({ kind }) => kind === 'same')) return [...parts];
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= LONG_UNCHANGED) return part;
    const start = index === 0 ? '' : part.text.slice(0, CONTEXT).replace(/\S*$/u, '');
    const end = index === parts.length - 1 ? '' : part.text.slice(-CONTEXT).replace(/^\S*/u, '');
    return { kind: 'same', text: `${start}…${end}` };
  });
}

/** Variables, words, and the spaces and signs between them. */
function words(text: string): string[] {
  return text.match(/\{\{[^{}]*\}\}|[\p{L}\p{N}_'’@.+-]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

/** By the longest common subsequence. */
function compare(before: readonly string[], after: readonly string[]): TextPart[] {
  const removed = before.map((text): TextPart => ({ kind: 'removed', text }));
  const added = after.map((text): TextPart => ({ kind: 'added', text }));
  if (before.length * after.length > MAX_CELLS) return [...removed, ...added];
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const parts: TextPart[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const isSame = row < before.length && column < after.length && before[row] === after[column];
    if (isSame) parts.push({ kind: 'same', text: before[row] ?? '' });
    const isRemoved =
      !isSame &&
      row < before.length &&
      (column === after.length || at(row + 1, column) >= at(row, column + 1));
    if (isRemoved) parts.push({ kind: 'removed', text: before[row] ?? '' });
    if (!isSame && !isRemoved) parts.push({ kind: 'added', text: after[column] ?? '' });
    if (isSame || isRemoved) row += 1;
    if (isSame || !isRemoved) column += 1;
  }
  const kept = countWords(parts.filter(({ kind }) => kind === 'same'));
  // Few common words between many changed ones make both texts unreadable.
  return kept * 2 < Math.max(countWords(removed), countWords(added)) ? [...removed, ...added] : parts;
}

/** Without spaces and signs. */
function countWords(parts: readonly TextPart[]): number {
  return parts.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
}

function joined(parts: readonly TextPart[]): TextPart[] {
  const all: TextPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else all.push({ ...part });
  }
  return all;
}
