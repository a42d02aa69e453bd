import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

export type Workspace = {
  /** Absolute path. */
  folder: string;
  /** Path relative to the repository, e.g. `apps/server`. */
  path: string;
  /** Name of its folder, e.g. `server`. */
  word: string;
  /** Name of its package, e.g. `@callpoint/server`. */
  name: string;
  kind: 'package' | 'server' | 'browser' | 'tool';
  /** The package's exports by pattern, e.g. `./*` to `./src/*.ts`. Empty if it cannot be imported by name. */
  exports: Readonly<Record<string, string>>;
};

type Manifest = {
  name: string;
  workspaces?: string[];
  exports?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** All workspaces in the repository's package.json. */
export function readWorkspaces(root: string): Workspace[] {
  const patterns = readManifest(root).workspaces ?? [];
  const manifests = globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  );
  return manifests.toSorted().map((file) => {
    const folder = join(root, dirname(file));
    const path = relative(root, folder).replaceAll('\\', '/');
    const manifest = readManifest(folder);
    const { name, exports = {} } = manifest;
    return {
      folder,
      path,
      name,
      word: basename(path),
      kind: kindOf(path, manifest),
      exports,
    };
  });
}

/** An app that Vite builds runs in a browser. */
function kindOf(path: string, { devDependencies = {} }: Manifest): Workspace['kind'] {
  if (path.startsWith('packages/')) return 'package';
  if (!path.startsWith('apps/')) return 'tool';
  return 'vite' in devDependencies ? 'browser' : 'server';
}

const skipped = new Set(['node_modules', 'dist']);

/** Paths of all source files of a folder, relative to it, sorted; without node_modules, dist and hidden folders. */
export function sourceFiles(folder: string, inner = ''): string[] {
  const here = join(folder, inner);
  if (!existsSync(here)) return [];
  return readdirSync(here, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = inner ? `${inner}/${entry.name}` : entry.name;
      if (skipped.has(entry.name) || entry.name.startsWith('.')) return [];
      if (entry.isDirectory()) return sourceFiles(folder, path);
      return /\.(ts|tsx|mts|mjs|js|jsx|css)$/.test(entry.name) ? [path] : [];
    });
}
