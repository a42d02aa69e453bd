import { existsSync } from 'node:fs';
import { installFromDebian, onPath } from './debian.ts';

/** The path of strace, which makes a process fail at a call to the system: this machine's, else Debian's, installed now. */
export async function ensureStrace(): Promise<string> {
  const found = onPath('strace');
  if (found) return found;
  await installFromDebian('strace', 'strace');
  return existsSync('/usr/bin/strace') ? '/usr/bin/strace' : 'strace';
}
