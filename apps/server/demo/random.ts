/** Random choices. The same seed gives the same choices, so that the demo is the same for everyone. */
export type Random = {
  /** From 0 to below 1. */
  next(): number;
  between(from: number, to: number): number;
  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** An item at random; its probability is proportional to its weight. */
  weighted<T extends { weight: number }>(items: readonly [T, ...T[]]): T;
  uuid(): string;
};

/** Mulberry32: 32 bits of state are enough for some ten thousand choices. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (from: number, to: number) => from + (to - from) * next();
  const integer = (from: number, to: number) => from + Math.floor((to - from + 1) * next());
  return {
    next,
    between,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    weighted(items) {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      return items.find(({ weight }) => (left -= weight) < 0) ?? items[0];
    },
    uuid() {
      const hex = (length: number) => Array.from({ length }, () => integer(0, 15).toString(16)).join('');
      return `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[integer(0, 3)]}${hex(3)}-${hex(12)}`;
    },
  };
}
