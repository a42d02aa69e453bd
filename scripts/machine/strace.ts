import { existsSync } from 'node:fs';
import { installFromDebian, isOnPath } from './debian.ts';

/** The path of strace, which makes system calls of a process fail: this machine's, otherwise Debian's, which is then installed. */
export async function ensureStrace(): Promise<string> {
  const found = isOnPath('strace');
  if (found) return found;
  await installFromDebian('strace', 'strace');
  return existsSync('/usr/bin/strace') ? '/usr/bin/strace' : 'strace';
}
