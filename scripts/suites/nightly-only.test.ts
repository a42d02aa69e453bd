import { globSync, readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/paths.mjs';

test('each test file that only `npm run nightly` contains is in the table of its long runs', () => {
  const all = globSync('apps/server/**/*-nightly.*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  const files = all.map((file) => basename(file));
  const [, table = ''] = readFileSync(join(root, 'docs/proofs.md'), 'utf8').split('## The long runs');
  const rows = [...table.matchAll(/^\| `([^`]*-nightly\.[^`]*)` \|/gm)].map(([, name = '']) => name);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !rows.some((row) => matchesGlob(file, row)))).toEqual([]);
  expect(rows.filter((row) => !files.some((file) => matchesGlob(file, row)))).toEqual([]);
});
