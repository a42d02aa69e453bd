import { installFromDebian, isOnPath } from './debian.ts';

/** Makes sure that the reverse proxies with an example configuration are on this machine: installs Debian's if necessary. */
export async function ensureProxies(): Promise<void> {
  if (!isOnPath('nginx')) await installFromDebian('nginx-light', 'nginx');
  if (!isOnPath('caddy')) await installFromDebian('caddy', 'Caddy');
}
