import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
const STYLES = join(import.meta.dirname, '../../../../../node_modules/@mantine/core/styles');

const styled = new Set(
  globSync('*.layer.css', { cwd: STYLES }).map((file) => file.replace('.layer.css', '')),
);
const stylesIn = (text: string) => [...text.matchAll(/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name);

test('each file imports the styles of the components that it uses, unless the first screen has them', () => {
  const atFirst = new Set(stylesIn(readFileSync(join(import.meta.dirname, 'base.css'), 'utf8')));
  const files = globSync('**/*.tsx', { cwd: SOURCE });
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8');
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? [];
    const own = new Set(stylesIn(text));
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => styled.has(name) && !atFirst.has(name) && !own.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(styled).toContain('Radio');
  expect(missing).toEqual([]);
});
