import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WITHOUT_EVAL = fileURLToPath(new URL('zod-without-eval.ts', import.meta.url));
const UNUSED = /zod\/v4\/core\/(doc|json-schema-processors|to-json-schema)\.js$/;
const EXPORTED = /^export (?:class|const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/**
 * Zod without its compiler, which the page's content security policy forbids, and without its conversion to JSON Schema,
 * which only the server uses: 5 kB that every page with fields would load.
 */
export function zodForBrowsers(): Plugin {
  return {
    name: 'zod-for-browsers',
    apply: 'build',
    enforce: 'pre',
    // For every module: an import of our own could run after a module that has schemas.
    resolveId: (id, importer) => (id === 'zod' && importer !== WITHOUT_EVAL ? WITHOUT_EVAL : null),
    transform: {
      filter: { id: UNUSED },
      handler: (code) => ({ code: withoutImplementation(code), map: null }),
    },
  };
}

/** A module with the same exports, which do nothing. */
function withoutImplementation(code: string): string {
  const names = [...code.matchAll(EXPORTED)].map(([, name, alias]) => `none as ${name ?? alias}`);
  return `const none = () => undefined;\nexport { ${names.join(', ')} };\n`;
}
