import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../setup/run.mjs';
import { UserError, step } from '../setup/progress.mjs';

/** The absolute path of a command, looked up on PATH; undefined if there is none. */
export function isOnPath(command: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((file) => existsSync(file));
}

/**
 * Installs a Debian package. If that is not possible, throws a UserError that states what to do.
 * @param purpose the missing program, as people call it, e.g. `Chromium`
 */
export async function installFromDebian(name: string, purpose: string): Promise<void> {
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    throw new UserError(
      `${purpose} is needed and is not on this machine. Install it (Debian: "sudo apt-get install ${name}")` +
        ' and start again; as root on Debian this command installs it automatically.',
    );
  }
  // RUNLEVEL=1: the package's own service is not started; the tests run their own, with their own data.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await step(`Installing ${purpose} (apt-get install ${name})`, async () => {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
      const code = await run('apt-get', ['-q', ...args], { env });
      if (code !== 0)
        throw new UserError(`"apt-get ${args.join(' ')}" failed (exit code ${code}); ${purpose} is needed.`);
    }
  });
}
