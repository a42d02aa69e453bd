import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root, pinnedNode, toolEnvironment } from './paths.mjs';

/**
 * @typedef {object} Options
 * @property {string} [cwd] default: the repository
 * @property {NodeJS.ProcessEnv} [env] default: the tools' environment
 */

/**
 * Runs a command to its end on this terminal. A signal sent to this process is passed on, and the child
 * decides when to stop. A signal often comes twice (terminal and npm both send it): once is passed on per second.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Options} [options]
 * @returns {Promise<number>} its exit code; 128 + n where signal n ended it
 */
export function run(command, args, { cwd = root, env = toolEnvironment() } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    let passedOnAt = -Infinity;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      if (performance.now() - passedOnAt < 1000) return;
      passedOnAt = performance.now();
      child.kill(signal);
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, passOn);
    const forget = () => {
      for (const signal of signals) process.off(signal, passOn);
    };
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('close', (code, signal) => {
      forget();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a file of this repository on the pinned Node.
 * @param {string} file relative to the repository
 * @param {readonly string[]} [args]
 * @param {NodeJS.ProcessEnv} [extraEnv]
 * @returns {Promise<number>} its exit code
 */
export function runFile(file, args = [], extraEnv = {}) {
  return run(pinnedNode, [file, ...args], { env: { ...toolEnvironment(), ...extraEnv } });
}
