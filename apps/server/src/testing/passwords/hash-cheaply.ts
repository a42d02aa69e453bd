import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { LOWEST_PASSWORD_COST } from './lowest-password-cost.ts';

/**
 * Loaded before the server with `node --import`, in journeys: the server then hashes passwords at the lowest cost. The
 * build has the cost in a file of its own. The threads, which load this file too, get the cost with each password.
 */

if (isMainThread) {
  const entry = process.argv[1] ?? '';
  const file = entry.endsWith('.ts') ? 'http/auth/password-cost.ts' : 'password-cost.js';
  const { PASSWORD_COST } = (await import(new URL(file, pathToFileURL(entry)).href)) as {
    PASSWORD_COST: object;
  };
  Object.assign(PASSWORD_COST, LOWEST_PASSWORD_COST);
}
