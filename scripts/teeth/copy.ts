import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../setup/paths.mjs';

/** What the suites of the server need; the packages are linked to, not copied. */
const COPIED = [
  'apps/server',
  'packages',
  'scripts',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
];
const OURS = '@callpoint';

/** A copy of the server and its suites in a new folder, in which a fault harms nobody. */
export function copyOfServer(): string {
  const copy = mkdtempSync(join(tmpdir(), 'callpoint-teeth-'));
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
