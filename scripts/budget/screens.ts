import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup/paths.mjs';

/** One address of a screen. */
export type Screen = {
  /** The router's path, e.g. `users/edit/:userId`, without a slash before it. */
  path: string;
  /** The first audience of the screen. */
  who: 'nobody' | 'team' | 'admin';
  /** The source file of its page, relative to the app. */
  file: string;
  /** Its stricter budget, if it has one. */
  budget: string | undefined;
};

/** The fields of an entry in the console's list of screens that the budget check reads. */
export interface DeclaredScreen {
  /** Audience to address. */
  at: Readonly<Record<string, string>>;
  /** Imports the page. Only its source text is read; it is not called. */
  load: { toString: () => string };
  budget?: string;
}

/** Relative to the app. */
const SCREENS_FILE = 'src/app/screens.ts';

/**
 * All screens of the console. The list is loaded at run time: a static import would make the tools depend on the entire
 * console.
 */
export async function readScreens(): Promise<Screen[]> {
  const file = join(root, 'apps/console', SCREENS_FILE);
  const list = (await import(pathToFileURL(file).href)) as { SCREENS: readonly DeclaredScreen[] };
  return listScreens(list.SCREENS);
}

/** Every address of the declared screens, in their order. */
export function listScreens(declared: readonly DeclaredScreen[]): Screen[] {
  return declared.flatMap(({ at, load, budget }) =>
    Object.entries(at).map(([audience, path]) => ({
      path: path.replace(/^\//, ''),
      who: whoIs(audience),
      file: moduleOf(load),
      budget,
    })),
  );
}

function whoIs(audience: string): Screen['who'] {
  if (audience === 'admin') return 'admin';
  return audience === 'team' || audience === 'signedIn' ? 'team' : 'nobody';
}

/** `() => import('../features/…')` */
function moduleOf(load: DeclaredScreen['load']): string {
  const [, module] = /import\(['"]([^'"]+)['"]\)/.exec(load.toString()) ?? [];
  if (module === undefined) throw new Error(`${SCREENS_FILE}: no literal import in ${load.toString()}`);
  return posix.join(posix.dirname(SCREENS_FILE), module);
}
