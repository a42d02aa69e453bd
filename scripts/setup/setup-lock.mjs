import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './paths.mjs';

const lock = join(root, '.cache/setup.lock');

/**
 * Runs work that changes node_modules or dist while no other command of this repository does so:
 * `npm start` and `npm test` may be started at the same time in a fresh clone.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  await acquire();
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function acquire() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (let isReported = false; ; isReported = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (!isReported) console.log('Another command is setting up; waiting for it ...');
    await wait(300);
    if (!ownerRuns(lock)) removeStale();
  }
}

/**
 * Removes the lock of a dead process with a rename, which succeeds for one of several waiting commands. If a running
 * command acquired the lock in the meantime, its lock is restored.
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
    // The owner of an empty file is about to write its id. The id 0 means this process's own group, which is running.
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;
