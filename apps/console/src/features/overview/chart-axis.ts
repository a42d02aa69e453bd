/** Round numbers that an axis may end at, for each power of ten; half of each is a round number too. */
const ROUND = [2, 4, 6, 8, 10];

/** The end of an axis that starts at 0: the smallest even round number that is at least `largest`, and at least 2. */
export function axisEnd(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)));
  return (ROUND.find((step) => step * power >= largest) ?? 10) * power;
}
