import { loadedFor, type Manifest } from './loaded.ts';
import type { Screen } from './screens.ts';

/** What a screen loads, gzipped, in bytes. */
export type Load = {
  screen: Screen;
  /** From cold: the first page of a visit. */
  js: number;
  css: number;
  /** Beyond what is there already: the login screen, or what a visit to the records has loaded. */
  more: number;
  /** What it exceeds, in words; empty where all is well. */
  over: string[];
};

/** In bytes: what somebody on a slow line waits for. */
const KB = 1000;
const LOGIN = { js: 140 * KB, css: 15 * KB };
const RECORDS = 190 * KB;
const FURTHER = 60 * KB;

/** Keys of the manifest: the page itself with its two scripts, and what is around the screens of signed-in people. */
const ENTRY = ['index.html', 'src/app/early.ts'];
export const SHELL = 'src/app/shell/shell.tsx';

/**
 * What each screen loads, and whether that is within its budget.
 * @param sizeOf gzipped bytes of a built file
 */
export function measure(
  screens: readonly Screen[],
  manifest: Manifest,
  sizeOf: (file: string) => number,
): Load[] {
  const filesOf = ({ who, file }: Screen) =>
    loadedFor(manifest, who === 'nobody' ? [...ENTRY, file] : [...ENTRY, SHELL, file]);
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0);
  const there = {
    nobody: filesOf(budgeted(screens, 'login')),
    signedIn: filesOf(budgeted(screens, 'records')),
  };
  return screens.map((screen) => {
    const files = filesOf(screen);
    const before = screen.who === 'nobody' ? there.nobody : there.signedIn;
    const css = sum([...files].filter((file) => file.endsWith('.css')));
    const load = { screen, js: sum(files) - css, css, more: sum(files.difference(before)) };
    return { ...load, over: exceeded(load) };
  });
}

function exceeded({ screen, js, css, more }: Omit<Load, 'over'>): string[] {
  const over: string[] = [];
  const hold = (what: string, bytes: number, most: number) => {
    if (bytes > most) over.push(`${what} is over ${most / KB} kB`);
  };
  if (screen.budget === 'login') {
    hold('JS', js, LOGIN.js);
    hold('CSS', css, LOGIN.css);
  }
  if (screen.budget === 'records') hold('cold', js + css, RECORDS);
  hold('more', more, FURTHER);
  return over;
}

/** The first screen with this budget. */
function budgeted(screens: readonly Screen[], budget: string): Screen {
  const found = screens.find((screen) => screen.budget === budget);
  if (!found) throw new Error(`there is no screen with the budget ${budget}`);
  return found;
}
