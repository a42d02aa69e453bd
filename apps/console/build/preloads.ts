import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Relative to the app. */
const ROUTES = 'src/app/routes/pages.ts';
const SHELL = 'src/app/shell/shell.tsx';
/** What somebody who is not signed in comes for: it has no shell around it. */
const WITHOUT_SHELL: ReadonlySet<string> = new Set(['login', 'register', 'forgot', 'reset']);
/** `path: 'users', lazy: () => import('../users-page.tsx')` */
const PAGE = /path: '\/?([^']+)',\s*lazy: \(\) => import\('([^']+)'\)/g;

/**
 * Writes `preloads.json`: the files that each screen needs besides those that the page names already. The server names
 * them in the page, so that a browser asks for all at once: else it learns of a screen's files only from the code before.
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
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const named = filesOf(
        chunks,
        chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('index.html')),
      );
      const source = await readFile(join(root, ROUTES), 'utf8');
      const shell = chunkOf(chunks, join(root, SHELL));
      const screens = [...source.matchAll(PAGE)].map(([, path = '', module = '']): [string, string[]] => {
        const page = chunkOf(chunks, resolve(root, ROUTES, '..', module));
        const around = WITHOUT_SHELL.has(path) ? [] : filesOf(chunks, shell);
        const files = new Set([...around, ...filesOf(chunks, page)]);
        return [path, [...files.difference(named)]];
      });
      if (screens.length === 0) throw new Error(`no screens were found in ${ROUTES}`);
      await writeFile(join(dir, 'preloads.json'), JSON.stringify(Object.fromEntries(screens)));
    },
  };
}

type Chunk = Rolldown.OutputChunk;

function chunkOf(chunks: readonly Chunk[], module: string): Chunk {
  const found = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
  if (!found) throw new Error(`no file of the build begins with ${module}`);
  return found;
}

/** A file, all that it imports, and their styles. */
function filesOf(chunks: readonly Chunk[], chunk: Chunk | undefined, seen = new Set<string>()): Set<string> {
  if (!chunk || seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const name of chunk.imports) {
    filesOf(
      chunks,
      chunks.find(({ fileName }) => fileName === name),
      seen,
    );
  }
  return seen;
}
