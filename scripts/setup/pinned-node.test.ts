import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeProblem } from './pinned-node.mjs';

/** The path of a program that behaves like a Node that cannot run. */
function program(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'callpoint-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'node');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

test('a Node that runs has no problem', () => {
  expect(nodeProblem(process.execPath)).toBeUndefined();
});

test('a missing Node is explained by install scripts', () => {
  expect(nodeProblem('/nowhere/node')).toContain('ignore-scripts');
});

test('a missing library is named with its package, and install scripts are not blamed', () => {
  const loader =
    'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory';
  const problem = nodeProblem(program(`echo '${loader}' >&2; exit 127`));
  expect(problem).toContain('needs the library libatomic.so.1');
  expect(problem).toContain('apt-get install libatomic1');
  expect(problem).not.toContain('ignore-scripts');
});

test('another fault is shown with its message', () => {
  expect(nodeProblem(program('echo "Illegal instruction" >&2; exit 132'))).toContain('Illegal instruction');
});
