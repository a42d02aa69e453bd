import { globSync } from 'node:fs';
import { root } from '../setup/paths.mjs';
import { POSTGRES_FILES } from '../testing/postgres-files.ts';

/** The variables of a runner: a short run excludes what `npm run nightly` runs; see docs/decisions/0322. */
export function lengthVariables(isShort: boolean): Record<string, string> {
  return isShort ? { TEST_LENGTH: 'short' } : {};
}

/** The test files that a short run excludes: those of long runs, and those of the server that it runs on SQLite only. */
export function countNightlyFiles(): { long: number; onPostgres: number } {
  const find = (...patterns: readonly string[]) => globSync(patterns, { cwd: root });
  const isNightly = (file: string) => /-nightly\.\w+\.test\.ts$/.test(file);
  const all = find('apps/server/{src,demo,tests}/**/*.test.ts');
  const short = new Set(find(...POSTGRES_FILES));
  return {
    long: all.filter(isNightly).length,
    onPostgres: all.filter(
      (file) => !isNightly(file) && !file.endsWith('.sqlite.test.ts') && !short.has(file),
    ).length,
  };
}
