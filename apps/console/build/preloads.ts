import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { filesOf, manifestOf } from './manifest.ts';

/** Relative to the app. */
const SCREENS = 'src/app/screens.ts';
const SHELL = 'src/app/shell/shell.tsx';
const SIGNED_OUT_FRAME = 'src/app/shell/signed-out-frame.tsx';

/** The part of a screen that this reads: its addresses by audience, and the function that imports its module. */
interface Screen {
  at: Readonly<Record<string, string>>;
  load: () => unknown;
}

/**
 * Writes `preloads.json`: the files that each screen needs in addition to those that the page already names. The server
 * names them in the page, so that a browser requests all of them immediately, not after the code before has run.
 */
export function preloads(): Plugin {
  let root = '';
  return {
    name: 'preloads',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async writeBundle({ dir = '' }, bundle) {
      const built = manifestOf(bundle, this, root);
      const named = filesOf(built, 'index.html');
      const shell = filesOf(built, SHELL);
      const signedOut = filesOf(built, SIGNED_OUT_FRAME);
      const screens = (await readScreens(root)).flatMap(({ at, load }) => {
        // Most visitors of the pages for anyone are not signed in.
        const around = 'signedOut' in at || 'anyone' in at ? signedOut : shell;
        const files = [...new Set([...around, ...filesOf(built, moduleOf(load))]).difference(named)];
        return Object.values(at).map((path): [string, string[]] => [path.replace(/^\//, ''), files]);
      });
      await writeFile(join(dir, 'preloads.json'), JSON.stringify(Object.fromEntries(screens)));
    },
  };
}

/** At run time, so that the bundler of Vite's own configuration leaves the imports of the list alone. */
async function readScreens(root: string): Promise<readonly Screen[]> {
  const list = (await import(pathToFileURL(join(root, SCREENS)).href)) as { SCREENS: readonly Screen[] };
  return list.SCREENS;
}

/** The module that a screen imports, relative to the app. */
function moduleOf(load: Screen['load']): string {
  const [, module] = /import\(['"]([^'"]+)['"]\)/.exec(String(load)) ?? [];
  if (module === undefined) throw new Error(`${SCREENS}: no literal import in ${String(load)}`);
  return join(dirname(SCREENS), module);
}
