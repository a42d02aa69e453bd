import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../setup/paths.mjs';

const { rules } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));

/** The files in which the linter, with our rule, reports a cycle. */
function cyclesIn(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'callpoint-cycles-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = {
    plugins: ['import'],
    categories: { correctness: 'off' },
    rules: { 'import/no-cycle': rules['import/no-cycle'] },
  };
  const manifest = JSON.stringify({ name: '@work/shared', exports: { './*': './src/*.ts' } });
  const all = { '.oxlintrc.json': JSON.stringify(config), 'shared/package.json': manifest, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'node_modules/@work'), { recursive: true });
  symlinkSync('../../shared', join(folder, 'node_modules/@work/shared'));
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '-f', 'json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return diagnostics
    .filter(({ code }) => code === 'import(no-cycle)')
    .map(({ filename }) => filename)
    .toSorted();
}

test('the linter reports a cycle, through types and re-exports too', () => {
  const cycles = cyclesIn({
    'a.ts': `import type { B } from './b.ts';\nexport type A = B[];`,
    'b.ts': `export type { C as B } from './c.ts';`,
    'c.ts': `import { type A } from './a.ts';\nexport type C = A[];`,
    'd.ts': `import type { A } from './a.ts';\nexport type D = A;`,
  });
  expect(cycles).toEqual(['a.ts', 'b.ts', 'c.ts']);
});

test('the linter reports a cycle across workspaces', () => {
  const cycles = cyclesIn({
    'app/a.ts': `import { b } from '@work/shared/b';\nexport const a = () => b();`,
    'shared/src/b.ts': `import { a } from '../../app/a.ts';\nexport const b = (): number => a();`,
  });
  expect(cycles).toEqual(['app/a.ts', 'shared/src/b.ts']);
});
