import { existsSync } from 'node:fs';
import { Plain } from '../setup/say.mjs';
import { installFromDebian, onPath } from './debian.ts';

/** The path of a Chromium: this machine's, else Debian's, installed now. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  await installFromDebian('chromium', 'Chromium');
  const installed = findChromium();
  if (!installed) throw new Plain('The chromium package is installed, but there is no /usr/bin/chromium.');
  return installed;
}

function findChromium(): string | undefined {
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  return onPath('chromium') ?? onPath('google-chrome');
}
