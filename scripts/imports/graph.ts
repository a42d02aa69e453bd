import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Import, readImports } from './read-imports.ts';
import { type Workspace, sourceFiles } from './workspaces.ts';

export type SourceFile = {
  workspace: Workspace;
  path: string;
  imports: ResolvedImport[];
  /** Imports of external packages. */
  external: Import[];
};

export type ResolvedImport = Import & {
  how: 'relative' | 'by name';
  /** Undefined if the import does not resolve to a file of a workspace. */
  target: { workspace: Workspace; path: string } | undefined;
};

/** All source files with their imports. */
export function readGraph(workspaces: readonly Workspace[]): SourceFile[] {
  return workspaces.flatMap((workspace) =>
    sourceFiles(workspace.folder).map((path) => {
      const file = join(workspace.folder, path);
      const resolved = readImports(file).map((it) => ({ it, ours: resolveImport(workspaces, file, it) }));
      return {
        workspace,
        path,
        imports: resolved.flatMap(({ ours }) => ours ?? []),
        external: resolved.flatMap(({ it, ours }) => (ours ? [] : [it])),
      };
    }),
  );
}

/** Undefined for an external package. */
function resolveImport(
  workspaces: readonly Workspace[],
  from: string,
  it: Import,
): ResolvedImport | undefined {
  // Vite's suffixes (`?worker`, `?url`) define how to import a file, not which file.
  const specifier = it.specifier.replace(/\?.*$/, '');
  if (specifier.startsWith('.')) {
    return { ...it, how: 'relative', target: locate(workspaces, resolve(dirname(from), specifier)) };
  }
  const named = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!named) return undefined;
  const inner = specifier.slice(named.name.length + 1);
  return {
    ...it,
    how: 'by name',
    target: locate(workspaces, join(named.folder, exportedFile(named, inner))),
  };
}

/** The file that `name/inner` resolves to: by the longest matching pattern, like Node.js. */
function exportedFile({ exports }: Workspace, inner: string): string {
  const patterns = Object.entries(exports).map(([pattern, file]) => ({ prefix: pattern.slice(2, -1), file }));
  const fitting = patterns.filter(({ prefix }) => inner.startsWith(prefix));
  const best = fitting.toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
  return best ? best.file.replace('*', inner.slice(best.prefix.length)) : inner;
}

function locate(workspaces: readonly Workspace[], file: string): ResolvedImport['target'] {
  const workspace = workspaces.find(({ folder }) => file.startsWith(`${folder}/`));
  if (!workspace || !existsSync(file)) return undefined;
  return { workspace, path: relative(workspace.folder, file) };
}
