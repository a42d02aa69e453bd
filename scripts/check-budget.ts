// Measures what each screen of the console loads before it shows content, gzipped; the limits are in budget/budgets.ts.
// Also measures the modules that load later; their limits are in budget/later.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { measure, SHELL } from './budget/budgets.ts';
import { measureLater } from './budget/later.ts';
import type { Manifest } from './budget/loaded.ts';
import { readScreens } from './budget/screens.ts';
import { ensureBuilt } from './setup/build.mjs';
import { root } from './setup/paths.mjs';
import { runMain } from './setup/progress.mjs';

const APP = join(root, 'apps/console');
const DIST = join(APP, 'dist');

await runMain(async () => {
  await ensureBuilt();
  const screens = await readScreens();
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
    sizes.set(file, size);
    return size;
  };
  const loads = measure(screens, manifest, sizeOf);
  const kb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);
  console.log(`${'screen, kB gzipped'.padEnd(40)}     JS    CSS   cold   more`);
  for (const { screen, js, css, more, over } of loads) {
    console.log(
      `${screen.path.padEnd(37)}${kb(js)}${kb(css)}${kb(js + css)}${kb(more)}  ${over.join(', ')}`.trimEnd(),
    );
  }
  const first = new Set([SHELL, ...screens.map(({ file }) => file)]);
  const later = measureLater(manifest, first, sizeOf);
  console.log(`\n${'loaded afterwards, kB gzipped'.padEnd(45)}     all   most`);
  for (const { module, bytes, most, over } of later) {
    console.log(`${module.padEnd(45)} ${kb(bytes)}${kb(most)}${over ? '  over its cap' : ''}`);
  }
  return loads.some(({ over }) => over.length > 0) || later.some(({ over }) => over) ? 1 : 0;
});
