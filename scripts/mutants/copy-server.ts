import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../setup/paths.mjs';

/** The files that the server's suites need. Installed packages are linked, not copied. */
const COPIED = [
  'apps/server',
  'packages',
  'scripts',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
];
const OURS = '@callpoint';

/** Copies the server and its suites to a new folder, where a fault changes no one's work. Returns its path. */
export function copyServer(): string {
  const copy = mkdtempSync(join(tmpdir(), 'callpoint-mutants-'));
  for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true });
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, OURS), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === OURS || name.startsWith('.')) continue;
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  const workspaces = { server: 'apps/server', contract: 'packages/contract', alerts: 'packages/alerts' };
  for (const [name, path] of Object.entries(workspaces)) {
    symlinkSync(join(copy, path), join(modules, OURS, name));
  }
  return copy;
}
