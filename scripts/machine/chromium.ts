import { existsSync } from 'node:fs';
import { installFromDebian, isOnPath } from './debian.ts';

const SHELL = 'chromium-headless-shell';

/**
 * The path of a Chromium. Prefers the headless shell, which is Chromium without windows and makes the journeys use a third
 * less CPU time: this machine's, otherwise Debian's, which is then installed. If that fails, the
 * machine's Chromium.
 */
export async function ensureChromium(): Promise<string> {
  const shell = isOnPath(SHELL);
  if (shell) return shell;
  try {
    await installFromDebian(SHELL, 'Chromium');
    return isOnPath(SHELL) ?? `/usr/bin/${SHELL}`;
  } catch (error) {
    const chromium = findChromium();
    if (chromium) return chromium;
    throw error;
  }
}

function findChromium(): string | undefined {
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  return isOnPath('chromium') ?? isOnPath('google-chrome');
}
