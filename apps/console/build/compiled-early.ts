import type { Plugin } from 'vite';

/** The files of the first screens: nearly all of their functions run before the first row is painted. */
const NAMES = /^(index|early|signed-in|records)$/;

/** Chromium reads this only as the first line of a file. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Tells the browser to compile all functions of the first files while it downloads them, in a thread of its own.
 * It would otherwise compile each function at its first call, when the page waits for it.
 */
export function compiledEarly(): Plugin {
  return {
    name: 'compiled-early',
    apply: 'build',
    generateBundle: {
      // After Vite has put its own line at the start.
      order: 'post',
      handler(_, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type === 'chunk' && NAMES.test(part.name)) part.code = HINT + part.code;
        }
      },
    },
  };
}
