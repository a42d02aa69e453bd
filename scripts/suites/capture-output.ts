import { spawn } from 'node:child_process';
import { root, toolEnvironment } from '../setup/paths.mjs';

/** Runs a command silently and returns its output, with stdout and stderr in their order. */
export function captureOutput(
  command: string,
  args: readonly string[],
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...toolEnvironment(), ...extraEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => parts.push(text));
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: parts.join('').trim() }));
  });
}
