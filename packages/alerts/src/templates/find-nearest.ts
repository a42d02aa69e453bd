/** Maximum length of a text that can be a typing error; longer texts are not compared. */
const LONGEST = 40;

/**
 * The candidate with the fewest typing errors (a letter missing, added or changed, or two swapped) to `typed`,
 * at most one in three letters; null if there is none. The first candidate wins a tie.
 */
export function findNearest<T extends string>(typed: string, candidates: readonly T[]): T | null {
  if (typed.length > LONGEST) return null;
  let best: { candidate: T; slips: number } | null = null;
  for (const candidate of candidates) {
    const slips = slipsBetween(typed, candidate);
    if (slips <= Math.ceil(candidate.length / 3) && (best === null || slips < best.slips)) {
      best = { candidate, slips };
    }
  }
  return best?.candidate ?? null;
}

/** The optimal string alignment distance. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const differs = a[row - 1] === b[column - 1] ? 0 : 1;
      let slips = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + differs);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        slips = Math.min(slips, at(before, column - 2) + 1);
      }
      current.push(slips);
    }
    before = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
