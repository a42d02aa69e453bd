import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Relative to the build's folder. */
const FILE = '.vite/manifest.json';

/** One file of the build. */
export interface BuiltFile {
  file: string;
  /** The files that it imports; keys of the manifest. */
  imports: string[];
  /** The modules that its code loads later; keys of the manifest. */
  dynamicImports: string[];
  css: string[];
}

/**
 * Each file of the build by its name, and the file of each module that the page names or that is loaded on demand, by the
 * module's path relative to the app. Vite's own manifest lacks modules that share a file with others.
 */
export type Manifest = Record<string, BuiltFile>;

/** Writes the manifest: the check of budgets reads it. */
export function manifest(): Plugin {
  let root = '';
  return {
    name: 'manifest',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async writeBundle({ dir = '' }, bundle) {
      const file = join(dir, FILE);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(manifestOf(bundle, this, root)));
    },
  };
}

/** @param root the app's folder */
export function manifestOf(
  bundle: Rolldown.OutputBundle,
  { getModuleInfo }: Pick<Rolldown.PluginContext, 'getModuleInfo'>,
  root: string,
): Manifest {
  const built: Manifest = {};
  const keyOf = (id: string) => relative(root, id);
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  for (const { fileName, imports, moduleIds, viteMetadata } of chunks) {
    const modules = moduleIds.map((id) => ({ id, info: getModuleInfo(id) }));
    const part = {
      file: fileName,
      imports,
      dynamicImports: modules.flatMap(({ info }) => info?.dynamicallyImportedIds.map(keyOf) ?? []),
      css: [...(viteMetadata?.importedCss ?? [])],
    };
    built[fileName] = part;
    for (const { id, info } of modules) {
      if (info?.isEntry || info?.dynamicImporters.length) built[keyOf(id)] = part;
    }
  }
  return built;
}

/** The files that the browser loads before it can run a module. */
export function filesOf(built: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const part = built[key];
  if (!part) throw new Error(`the build has no ${key}`);
  if (seen.has(part.file)) return seen;
  seen.add(part.file);
  for (const style of part.css) seen.add(style);
  for (const needed of part.imports) filesOf(built, needed, seen);
  return seen;
}
