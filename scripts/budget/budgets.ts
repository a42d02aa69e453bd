import { loadedFor, type Manifest } from './loaded.ts';
import { MAX_REQUESTS, SCREEN_BUDGETS, type ScreenBudget } from './limits.ts';
import type { Screen } from './screens.ts';

/** What a screen loads, gzipped, in bytes. */
export type ScreenSize = {
  screen: Screen;
  /** With an empty cache: the screen is the first page of a visit. */
  js: number;
  css: number;
  /** Until the screen is idle, without any input. */
  requests: number;
  /** In addition to the files that the login screen or a visit to the records has loaded. */
  more: number;
  /** The exceeded budgets, as texts; empty if there are none. */
  over: string[];
};

const KB = 1000;
const BUDGETS: Readonly<Record<string, ScreenBudget>> = SCREEN_BUDGETS;
/** On a screen with an empty cache, in bytes, after the login screen or a visit to the records. */
const FURTHER = 72.5 * KB;

/** Keys of the manifest: the page with its two scripts, and the frames around the screens, for signed-in people and others. */
const ENTRY = ['index.html', 'src/app/early.ts'];
export const SHELL = 'src/app/shell/shell.tsx';
const SIGNED_OUT_FRAME = 'src/app/shell/signed-out-frame.tsx';

/**
 * The size of each screen, and the budgets that it exceeds.
 * @param sizeOf gzipped bytes of a built file
 */
export function measureScreens(
  screens: readonly Screen[],
  manifest: Manifest,
  sizeOf: (file: string) => number,
): ScreenSize[] {
  const filesOf = ({ who, file }: Screen) =>
    loadedFor(manifest, [...ENTRY, who === 'nobody' ? SIGNED_OUT_FRAME : SHELL, file]);
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0);
  const loaded = {
    nobody: filesOf(budgeted(screens, 'login')),
    signedIn: filesOf(budgeted(screens, 'records')),
  };
  return screens.map((screen) => {
    const files = filesOf(screen);
    const before = screen.who === 'nobody' ? loaded.nobody : loaded.signedIn;
    const css = sum([...files].filter((file) => file.endsWith('.css')));
    const calls = BUDGETS[screen.budget ?? '']?.calls ?? 0;
    // The document and the font.
    const requests = 1 + files.size + 1 + calls;
    const load = { screen, js: sum(files) - css, css, requests, more: sum(files.difference(before)) };
    return { ...load, over: exceeded(load) };
  });
}

function exceeded({ screen, js, css, requests, more }: Omit<ScreenSize, 'over'>): string[] {
  const over: string[] = [];
  const check = (what: string, bytes: number, most: number) => {
    if (bytes > most) over.push(`${what} is over ${most / KB} kB`);
  };
  const budget = BUDGETS[screen.budget ?? ''];
  if (budget) {
    check('JS', js, budget.js);
    check('CSS', css, budget.css);
    const { requests: most = MAX_REQUESTS } = budget;
    if (requests > most) over.push(`${requests} requests are more than ${most}`);
  }
  check('more', more, FURTHER);
  return over;
}

/** The first screen with this budget. */
function budgeted(screens: readonly Screen[], budget: string): Screen {
  const found = screens.find((screen) => screen.budget === budget);
  if (!found) throw new Error(`there is no screen with the budget ${budget}`);
  return found;
}
