import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../setup/paths.mjs';
import { countNightlyFiles } from '../suites/nightly-only.ts';
import { POSTGRES_FILES } from './postgres-files.ts';

/** `a/{b,c}.ts`: `a/b.ts` and `a/c.ts` */
function expandBraces(pattern: string): string[] {
  const [all, choices] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (all === undefined || choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => expandBraces(pattern.replace(all, choice)));
}

test('each part of the list of files for PostgreSQL matches a test file', () => {
  const parts = POSTGRES_FILES.flatMap(expandBraces);
  expect(parts.length).toBeGreaterThan(POSTGRES_FILES.length);
  expect(parts.filter((part) => globSync(part, { cwd: root }).length === 0)).toEqual([]);
});

test('counts the files of the server that `npm test` excludes, or runs on SQLite only', () => {
  const all = globSync('apps/server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  const { long, onPostgres } = countNightlyFiles();
  expect(long).toBe(all.filter((file) => file.includes('-nightly.')).length);
  const shared = all.filter((file) => !/\.(sqlite|postgres)\.test\.ts$/.test(file)).length;
  expect(onPostgres).toBeGreaterThan(shared / 2);
  expect(onPostgres).toBeLessThan(shared);
});
