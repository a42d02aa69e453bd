import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root, pinnedNode, toolEnvironment } from './paths.mjs';

/**
 * @typedef {object} Options
 * @property {string} [cwd] default: the repository
 * @property {NodeJS.ProcessEnv} [env] default: the tools' environment
 */

/**
 * Runs a command on this terminal until it exits. Signals to this process are forwarded, and the child
 * decides when to stop. A signal often arrives twice (from the terminal and from npm): one per second is forwarded.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Options} [options]
 * @returns {Promise<number>} its exit code; 128 + n if signal n stopped it
 */
export function run(command, args, { cwd = root, env = toolEnvironment() } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    let forwardedAt = -Infinity;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      if (performance.now() - forwardedAt < 1000) return;
      forwardedAt = performance.now();
      child.kill(signal);
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const removeListeners = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      removeListeners();
      reject(error);
    });
    child.once('close', (code, signal) => {
      removeListeners();
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
