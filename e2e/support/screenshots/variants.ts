/** The windows in which each screen is shown. `zoom`: 1280 px at 200 %. */
export const SIZES = {
  wide: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 850 } },
  narrow: { viewport: { width: 390, height: 844 } },
  smallest: { viewport: { width: 320, height: 640 } },
  zoom: { viewport: { width: 640, height: 425 }, deviceScaleFactor: 2 },
} as const;
export const SCHEMES = ['light', 'dark'] as const;

/** What the arguments select; without an argument of a kind, all of its values, but of the states only `demo`. */
export type Selection = {
  states: readonly string[];
  sizes: readonly (keyof typeof SIZES)[];
  schemes: readonly (typeof SCHEMES)[number][];
  /** Screens whose paths start with one of these; empty means all. */
  prefixes: readonly string[];
  isPhone: boolean;
  /** Firefox instead of Chromium: one wide window. */
  isFirefox: boolean;
};

/** Reads arguments such as `empty long narrow dark users`. `console` or `phone` selects one of the two apps. */
export function readSelection(args: readonly string[], states: readonly string[]): Selection {
  const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];
  const choose = <Value extends string>(all: readonly Value[], fallback: readonly Value[]) => {
    const chosen = all.filter((value) => args.includes(value));
    return chosen.length > 0 ? chosen : fallback;
  };
  const words: readonly string[] = [...states, ...sizes, ...SCHEMES, 'console', 'phone', 'firefox'];
  const prefixes = args.filter((arg) => !words.includes(arg));
  return {
    // Only the phone app: no screen of the console.
    states: args.length === 1 && args[0] === 'phone' ? [] : choose(states, ['demo']),
    sizes: choose(sizes, sizes),
    schemes: choose(SCHEMES, SCHEMES),
    prefixes,
    isPhone: args.length === 0 || args.includes('phone'),
    isFirefox: args.includes('firefox'),
  };
}
