import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/paths.mjs';
import vitestConfig from './vitest.config.ts';

const { mutate } = JSON.parse(readFileSync(join(root, 'scripts/mutants/stryker.config.json'), 'utf8')) as {
  mutate: string[];
};
const include = vitestConfig.test?.include ?? [];

/** Stryker only warns about a pattern without a file, for example after a file has moved. */
test.for([...mutate.map((pattern) => pattern.replace(/^!/, '')), ...include])(
  'the mutation tests find files for each part of %s',
  (pattern) => {
    expect(expand(pattern).filter((part) => globSync(part, { cwd: root }).length === 0)).toEqual([]);
  },
);

/** `{a,b}.ts` becomes `a.ts` and `b.ts`, because the pattern as a whole would match if one of them existed. */
function expand(pattern: string): string[] {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern);
  if (!match) return [pattern];
  const [, start = '', choices = '', end = ''] = match;
  return choices.split(',').flatMap((choice) => expand(`${start}${choice}${end}`));
}
