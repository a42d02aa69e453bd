import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package in package-lock.json. */
export type PackageLockEntry = {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  /** The real path of a workspace. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type PackageLock = Readonly<Record<string, PackageLockEntry>>;

export type Package = {
  name: string;
  version: string;
  /** An SPDX expression; null if the package states none. */
  license: string | null;
  integrity: string | null;
  /** Names and versions, as `name@version`. */
  dependsOn: string[];
};

/** The workspaces that run in production: the server, and the pages that it serves. */
const PRODUCT = ['', 'apps/server', 'apps/console'];

export function readPackageLock(root: string): PackageLock {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: PackageLock }).packages;
}

/**
 * Every package that the product needs at runtime, by name and version, and the ids of its direct dependencies.
 * Without our own packages.
 */
export function productionPackages(lock: PackageLock, roots: readonly string[] = PRODUCT) {
  const found = new Map<string, Package>();
  const direct = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const needed = neededBy(lock, path);
    waiting.push(...needed);
    const isOurs = !path.includes('node_modules/');
    if (isOurs) {
      const others = needed.filter((other) => other.includes('node_modules/'));
      for (const other of others) direct.add(getPackageId(packageAt(lock, other)));
      continue;
    }
    const one = packageAt(lock, path);
    found.set(getPackageId(one), {
      ...one,
      dependsOn: needed.map((other) => getPackageId(packageAt(lock, other))).toSorted(),
    });
  }
  const packages = [...found.values()].toSorted((a, b) => (getPackageId(a) < getPackageId(b) ? -1 : 1));
  return { packages, direct: [...direct].toSorted() };
}

export function getPackageId({ name, version }: Pick<Package, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** The paths of a package's dependencies. Optional ones for other platforms may be missing. */
function neededBy(lock: PackageLock, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock[path] ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const missing: string[] = [];
  const names = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
  const paths = [...names].flatMap((name) => {
    const at = findFrom(lock, path, name);
    if (at === null && dependencies?.[name] && !optionalDependencies?.[name]) missing.push(name);
    return at === null ? [] : [at];
  });
  if (missing.length > 0) throw new Error(`package-lock.json lacks ${missing.join(', ')} of ${path}`);
  return paths;
}

/** The path at which Node finds a package: in the nearest node_modules, or the folder of a workspace. */
function findFrom(lock: PackageLock, path: string, name: string): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    const at = folder === '' || folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = lock[at];
    if (entry) return entry.link ? (entry.resolved ?? at) : at;
    if (folder === '' || folder === '.') return null;
  }
}

function packageAt(lock: PackageLock, path: string): Omit<Package, 'dependsOn'> {
  const { name, version = '', license = null, integrity = null } = lock[path] ?? {};
  return { name: name ?? path.slice(path.lastIndexOf('node_modules/') + 13), version, license, integrity };
}
