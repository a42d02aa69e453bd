import { existsSync } from 'node:fs';
import { installFromDebian, onPath } from './debian.ts';

const SHELL = 'chromium-headless-shell';

/**
 * The path of a Chromium. The headless shell is Chromium without the browser's own windows, and the journeys need a third
 * less of the processor with it: this machine's, otherwise Debian's, which is installed now. Where that fails, the
 * machine's Chromium.
 */
export async function ensureChromium(): Promise<string> {
  const shell = onPath(SHELL);
  if (shell) return shell;
  try {
    await installFromDebian(SHELL, 'Chromium');
    return onPath(SHELL) ?? `/usr/bin/${SHELL}`;
  } catch (error) {
    const chromium = findChromium();
    if (chromium) return chromium;
    throw error;
  }
}

function findChromium(): string | undefined {
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  return onPath('chromium') ?? onPath('google-chrome');
}
