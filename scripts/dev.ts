import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { browserApps } from './setup/build.mjs';
import { pinnedNode, root, toolEnvironment } from './setup/paths.mjs';

const vite = join(root, 'node_modules/vite/bin/vite.js');
// Vite forwards the calls to the server.
const env = { CALLPOINT_SERVER: `http://127.0.0.1:${process.env['PORT'] ?? 3000}`, ...toolEnvironment() };

/** One process on this terminal; `args` is what Node runs. */
function launch(cwd: string, args: readonly string[]) {
  return spawn(pinnedNode, args, { cwd, env, stdio: 'inherit' });
}

const processes = [
  launch(root, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts']),
  ...browserApps().map((app) => launch(join(root, app), [vite, '--clearScreen', 'false'])),
];

console.log(
  'Open the address that Vite names: it reloads automatically. The server serves the last build.\n',
);

let stopping = false;
function stopAll(): void {
  if (stopping) return;
  stopping = true;
  for (const child of processes) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll);

const ends = processes.map(async (child) => {
  const [code] = await once(child, 'exit');
  // When one process exits, the others are stopped: a console without its server is useless.
  const wasStopping = stopping;
  stopAll();
  return wasStopping ? 0 : Number(code ?? 1);
});
process.exitCode = Math.max(...(await Promise.all(ends)));
