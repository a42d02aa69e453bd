import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureStrace } from '../machine/strace.ts';
import { UserError, secondsSince } from '../setup/progress.mjs';
import { copyServer } from './copy-server.ts';
import { MUTANTS, type Mutant } from './faults.ts';

/** A suite that runs longer than this, in milliseconds, has detected the fault. */
const TIMEOUT = 600_000;

type Run = { passed: boolean; output: string };

/**
 * Injects faults into a copy of the server, one at a time, and runs the suite that must detect each.
 * @param words part of a fault's name; empty: all
 * @returns 0 if every fault was detected
 */
export async function runInjectedFaults(words: string): Promise<number> {
  const chosen = MUTANTS.filter(({ name }) => name.includes(words));
  if (chosen.length === 0) throw new UserError(`No fault's name contains “${words}”.`);
  const copy = copyServer();
  try {
    const suites = [...new Set(chosen.map(({ caughtBy }) => caughtBy))];
    console.log(`Without a fault: ${suites.length} suites ...`);
    const unchanged = await runSuites(copy, suites);
    if (!unchanged.passed) throw new UserError(`${unchanged.output}\nThe suites fail without any fault.`);
    let missed = 0;
    for (const mutant of chosen) {
      const startedAt = performance.now();
      const { passed } = await withFault(copy, mutant, () => runSuites(copy, [mutant.caughtBy]));
      if (passed) missed += 1;
      console.log(`${passed ? 'MISSED' : 'caught'}  ${mutant.name} (${secondsSince(startedAt)})`);
    }
    console.log(`${chosen.length - missed} of ${chosen.length} faults caught`);
    return missed === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function withFault(copy: string, mutant: Mutant, work: () => Promise<Run>): Promise<Run> {
  const file = join(copy, mutant.file);
  const original = readFileSync(file, 'utf8');
  const [before, after, ...more] = original.split(mutant.find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new UserError(
      `“${mutant.name}”: the text it replaces does not occur exactly once in ${mutant.file}.`,
    );
  }
  writeFileSync(file, `${before}${mutant.inject}${after}`);
  try {
    return await work();
  } finally {
    writeFileSync(file, original);
  }
}

/** Runs test files, on SQLite unless their names contain another database. */
async function runSuites(copy: string, files: readonly string[]): Promise<Run> {
  const nightly = files.some((file) => file.includes('-nightly.'));
  if (nightly) await ensureStrace();
  const projects = ['server-sqlite', 'packages', ...(nightly ? ['nightly-sqlite', 'nightly-postgres'] : [])];
  const options = ['--bail=1', '--reporter=dot', ...projects.map((name) => `--project=${name}`)];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...files], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT,
    env: { ...process.env, ...(nightly ? { NIGHTLY_RUNS: '1', FSYNC_STEP: '12' } : {}) },
  });
  const output = Promise.all([child.stdout, child.stderr].map(text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { passed: code === 0, output: (await output).join('') };
}
