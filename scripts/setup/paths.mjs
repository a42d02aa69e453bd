import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The pinned Node that runs everything after set-up. It exists only once the packages are installed. */
export const pinnedNode = join(root, 'node_modules/node/bin/node');

/** Absolute path of the built server. */
export const serverBuild = join(root, 'apps/server/dist/main.js');

const localBin = join(root, 'node_modules/.bin');

/**
 * The environment for tools of this repository: `node` and the installed commands come first on PATH.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment() {
  return { ...process.env, PATH: [localBin, machinePath()].join(delimiter) };
}

/**
 * Where Node stores compiled code, so that the processes of tests and checks, which load the same modules, start with
 * less CPU time: a server needs a third less.
 * @returns {Record<string, string>}
 */
export function compileCache() {
  return { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };
}

/**
 * The environment for `npm ci`, which deletes node_modules: it must run on the machine's own Node, and it
 * needs the build tools even where NODE_ENV is production.
 * @returns {NodeJS.ProcessEnv}
 */
export function machineEnvironment() {
  const { NODE_ENV: _, ...rest } = process.env;
  return { ...rest, PATH: machinePath() };
}

function machinePath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.filter((folder) => folder !== localBin).join(delimiter);
}
