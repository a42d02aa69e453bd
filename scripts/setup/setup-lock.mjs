import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './paths.mjs';

const lock = join(root, '.cache/setup.lock');

/**
 * Does work that changes node_modules or dist while no other command of this repository does:
 * `npm start` and `npm test` may be started side by side in a fresh clone.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  await take();
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function take() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (let told = false; ; told = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (!told) console.log('Another command is setting up; waiting for it ...');
    await wait(300);
    if (!ownerRuns(lock)) removeStale();
  }
}

/**
 * Takes the lock of a dead process away, by a rename that one of several waiting commands wins. Where a living one
 * had taken it in between, it is put back.
 */
function removeStale() {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (ownerRuns(aside)) linkSync(aside, lock);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  }
  rmSync(aside, { force: true });
}

/** @param {string} file */
function ownerRuns(file) {
  try {
    // An empty file is one whose owner is about to write its id: 0 is this process's own group, which runs.
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;
