import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureStrace } from './machine/strace.ts';
import { runMain, Plain, secondsSince } from './setup/say.mjs';
import { copyOfServer } from './teeth/copy.ts';
import { PLANTED, type Planted } from './teeth/faults.ts';

/** A suite that a fault makes hang has caught it too. In milliseconds. */
const LONGEST = 600_000;

await runMain(async () => {
  const wanted = process.argv.slice(2).join(' ');
  const chosen = PLANTED.filter(({ name }) => name.includes(wanted));
  if (chosen.length === 0) throw new Plain(`No fault's name holds “${wanted}”.`);
  const copy = copyOfServer();
  try {
    const suites = [...new Set(chosen.map(({ caughtBy }) => caughtBy))];
    console.log(`Without a fault: ${suites.length} suites ...`);
    const sound = await run(copy, suites);
    if (!sound.passes) throw new Plain(`${sound.said}\nThe suites fail without any fault.`);
    let missed = 0;
    for (const planted of chosen) {
      const begun = performance.now();
      const caught = await withFault(
        copy,
        planted,
        async () => !(await run(copy, [planted.caughtBy])).passes,
      );
      if (!caught) missed += 1;
      console.log(`${caught ? 'caught' : 'MISSED'}  ${planted.name} (${secondsSince(begun)})`);
    }
    console.log(`${chosen.length - missed} of ${chosen.length} faults caught`);
    return missed === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

async function withFault(copy: string, fault: Planted, work: () => Promise<boolean>): Promise<boolean> {
  const file = join(copy, fault.file);
  const sound = readFileSync(file, 'utf8');
  if (sound.split(fault.find).length !== 2) {
    throw new Plain(`“${fault.name}”: what it replaces is not in ${fault.file} exactly once.`);
  }
  // As a function, or a $ in the fault would mean something.
  writeFileSync(
    file,
    sound.replace(fault.find, () => fault.plant),
  );
  try {
    return await work();
  } finally {
    writeFileSync(file, sound);
  }
}

/** Runs these files, on SQLite if they do not name another database: whether every test passes, and what was said. */
async function run(copy: string, files: readonly string[]): Promise<{ passes: boolean; said: string }> {
  const nightly = files.some((file) => file.includes('-nightly.'));
  if (nightly) await ensureStrace();
  const projects = ['server-sqlite', 'packages', ...(nightly ? ['nightly-sqlite', 'nightly-postgres'] : [])];
  const args = [
    'run',
    '--bail',
    '1',
    '--reporter=dot',
    ...projects.map((name) => `--project=${name}`),
    ...files,
  ];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST,
    env: { ...process.env, ...(nightly ? { NIGHTLY_RUNS: '1', FSYNC_STEP: '12' } : {}) },
  });
  const said = Promise.all([child.stdout, child.stderr].map(text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { passes: code === 0, said: (await said).join('') };
}
