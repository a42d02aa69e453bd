import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ZOD = fileURLToPath(new URL('zod-without-eval.ts', import.meta.url));

/** Gives every module zod without its compiler. An import of our own could run after a module that has schemas. */
export function jitlessZod(): Plugin {
  return {
    name: 'jitless-zod',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => (id === 'zod' && importer !== ZOD ? ZOD : null),
  };
}
