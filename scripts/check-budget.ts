// Measures what each screen of the console loads before it shows content, gzipped; the limits are in budget/budgets.ts.
// Also measures the phone app's first load, and the modules that are loaded on demand; their limits are in budget/deferred-modules.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { measureScreens, SHELL } from './budget/budgets.ts';
import { measureDeferredModules } from './budget/deferred-modules.ts';
import type { Manifest } from './budget/loaded.ts';
import { PHONE_BUDGET, scriptsOf } from './budget/phone.ts';
import { readScreens } from './budget/screens.ts';
import { ensureBuilt } from './setup/build.mjs';
import { root } from './setup/paths.mjs';
import { runMain } from './setup/progress.mjs';

/** Bytes of the phone app's first load. */
function measurePhone(): number {
  const dist = join(root, 'apps/phone/dist');
  const scripts = scriptsOf(readFileSync(join(dist, 'index.html'), 'utf8'), '/phone/');
  return scripts.reduce(
    (total, file) => total + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    0,
  );
}

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
  const sizesOfScreens = measureScreens(screens, manifest, sizeOf);
  const kb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);
  console.log(`${'screen, kB gzipped'.padEnd(40)}     JS    CSS   cold   more requests`);
  for (const { screen, js, css, more, requests, over } of sizesOfScreens) {
    console.log(
      `${screen.path.padEnd(37)}${kb(js)}${kb(css)}${kb(js + css)}${kb(more)}${String(requests).padStart(9)}  ${over.join(', ')}`.trimEnd(),
    );
  }
  const screenModules = new Set([SHELL, ...screens.map(({ file }) => file)]);
  const deferred = measureDeferredModules(manifest, screenModules, sizeOf);
  console.log(`\n${'loaded on demand, kB gzipped'.padEnd(45)}     all    max`);
  for (const { module, bytes, maximum, isOverBudget } of deferred) {
    console.log(`${module.padEnd(45)} ${kb(bytes)}${kb(maximum)}${isOverBudget ? '  over its budget' : ''}`);
  }
  const phone = measurePhone();
  const phoneOver = phone > PHONE_BUDGET;
  console.log(
    `\nphone app, first load, kB gzipped${kb(phone)}${kb(PHONE_BUDGET)}${phoneOver ? '  over its budget' : ''}`,
  );
  return phoneOver ||
    sizesOfScreens.some(({ over }) => over.length > 0) ||
    deferred.some(({ isOverBudget }) => isOverBudget)
    ? 1
    : 0;
});
