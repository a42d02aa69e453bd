import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../src/testing/temporary-folder.ts';
import { CONSOLE_TEST, FOLDERS, LINES, SCREEN_TEXTS, SERVER_TEST } from './further-channel-files.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COPIED = [
  'packages',
  'apps/server/src',
  'apps/server/package.json',
  'apps/console/src',
  'apps/console/tsconfig.json',
  'scripts/testing',
  'tsconfig.base.json',
  'package.json',
];
const OURS = { contract: 'packages/contract', alerts: 'packages/alerts', server: 'apps/server' };
const run = promisify(execFile);

/** Tests name the channels that they use, so they are not part of the copy. */
const isNoTest = (path: string) => !path.endsWith('.test.ts');

/** A copy of the sources with the further channel, deleted at the end of the test. Third-party packages are linked. */
function copyWithPager(): string {
  const copy = realpathSync(temporaryFolder('further-channel-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const path of COPIED)
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: isNoTest });
  mkdirSync(join(copy, 'node_modules/@callpoint'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@callpoint' || name.startsWith('.')) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  for (const [name, path] of Object.entries(OURS))
    symlinkSync(join(copy, path), join(copy, 'node_modules/@callpoint', name));
  for (const [path, text] of Object.entries(FOLDERS)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  insert(copy, LINES);
  return copy;
}

function insert(copy: string, lines: typeof LINES): void {
  for (const { file, find, replace } of lines) {
    const before = readFileSync(join(copy, file), 'utf8');
    expect(before.split(find), `${find} in ${file}`).toHaveLength(2);
    writeFileSync(
      join(copy, file),
      before.replace(find, () => replace),
    );
  }
}

/** The files in which the type checker finds errors. */
async function filesWithErrors(copy: string, project: string): Promise<string[]> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(
    process.execPath,
    // One checker: several of them check shared types several times.
    [tsc, '--noEmit', '--checkers', '1', '--pretty', 'false', '-p', project],
    // Collecting garbage less often takes a quarter of the time off.
    { cwd: copy, env: { ...process.env, GOGC: '400' } },
  ).catch((error: { stdout: string }) => error);
  const files = stdout.split('\n').flatMap((line) => /^(\S[^(]*)\(\d+,\d+\): error/.exec(line)?.[1] ?? []);
  return [...new Set(files)].toSorted();
}

/** The output of the tests of the copy. */
async function outputOfTests(copy: string): Promise<string> {
  const config = {
    resolve: {
      alias: { './password-cost.ts': join(copy, 'apps/server/src/testing/passwords/password-cost.ts') },
    },
    test: {
      pool: 'forks',
      // Both tests in one process, which loads the contract once.
      maxWorkers: 1,
      isolate: false,
      env: { TEST_DATABASE: 'sqlite' },
      testTimeout: 60_000,
    },
  };
  writeFileSync(join(copy, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};\n`);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const ran = run(process.execPath, [vitest, 'run', '/pager.test.ts'], {
    cwd: copy,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NO_COLOR: '1',
    },
  }).catch((error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }));
  return (await ran).stdout;
}

test('a further channel is a folder and a line: it is planned, sent, logged and shown, and the compiler reports the missing texts', async () => {
  const copy = copyWithPager();
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: { types: ['node'] },
      include: ['packages', 'apps/server/src'],
      // They name channels too.
      exclude: ['apps/server/src/testing', 'apps/server/src/factories'],
    }),
  );
  // The texts alone, which is faster: the check of the entire console below finds no other error.
  writeFileSync(
    join(copy, 'apps/console/tsconfig.texts.json'),
    JSON.stringify({ extends: './tsconfig.json', include: ['src/texts'] }),
  );
  expect(await filesWithErrors(copy, 'apps/console/tsconfig.texts.json')).toEqual(
    ['channel-settings', 'configuration', 'deliveries', 'first-steps', 'overview', 'sending-limits'].map(
      (name) => `apps/console/src/texts/${name}.ts`,
    ),
  );

  insert(copy, SCREEN_TEXTS);
  mkdirSync(join(copy, 'apps/server/tests'));
  writeFileSync(join(copy, 'apps/server/tests/pager.test.ts'), SERVER_TEST);
  writeFileSync(join(copy, 'apps/console/src/pager.test.tsx'), CONSOLE_TEST);
  const [output, ...errors] = await Promise.all([
    outputOfTests(copy),
    filesWithErrors(copy, '.'),
    filesWithErrors(copy, 'apps/console'),
  ]);
  expect(errors).toEqual([[], []]);
  expect(output).toMatch(/Tests\s+4 passed/);
}, 240_000);
