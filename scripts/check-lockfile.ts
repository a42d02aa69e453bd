// Checks that the lock file matches the package.json files and has no download URLs, because the machine's registry
// determines them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

type Manifest = Partial<Record<(typeof kinds)[number], Record<string, string>>> & {
  resolved?: string;
  link?: boolean;
};

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

const { packages } = read('package-lock.json') as { packages: Record<string, Manifest> };
const faults: string[] = [];

for (const [path, entry] of Object.entries(packages)) {
  if (entry.resolved?.startsWith('http')) {
    faults.push(
      `package-lock.json: ${path} names ${entry.resolved}; .npmrc has omit-lockfile-registry-resolved`,
    );
  }
  // Entries outside node_modules are the root ('') and the workspaces.
  if (!path.includes('node_modules')) compare(path, entry);
}

function compare(path: string, locked: Manifest): void {
  const file = join(path, 'package.json');
  const wanted = read(file) as Manifest;
  for (const kind of kinds) {
    const names = new Set([...Object.keys(wanted[kind] ?? {}), ...Object.keys(locked[kind] ?? {})]);
    for (const name of names) {
      const [here, there] = [wanted[kind]?.[name], locked[kind]?.[name]];
      if (here !== there) {
        faults.push(
          `${file}: ${kind} ${name} is ${here ?? 'absent'} here and ${there ?? 'absent'} in package-lock.json`,
        );
      }
    }
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
