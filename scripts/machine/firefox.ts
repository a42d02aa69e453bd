import { installFromDebian, isOnPath } from './debian.ts';

const DEBIAN = 'firefox-esr';

/** The path of a Firefox: this machine's, otherwise Debian's, which is then installed. */
export async function ensureFirefox(): Promise<string> {
  const found = isOnPath(DEBIAN) ?? isOnPath('firefox');
  if (found) return found;
  await installFromDebian(DEBIAN, 'Firefox');
  return isOnPath(DEBIAN) ?? `/usr/bin/${DEBIAN}`;
}
