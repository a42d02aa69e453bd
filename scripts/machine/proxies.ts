import { installFromDebian, isOnPath } from './debian.ts';

/**
 * Makes sure that the programs between clients, servers and databases are on this machine: the reverse proxies with an
 * example configuration, and a pooler of connections. Installs Debian's if necessary.
 */
export async function ensureProxies(): Promise<void> {
  // Another build: docs/proofs.md.
  if (process.env['PGBOUNCER'] === undefined && !isOnPath('pgbouncer'))
    await installFromDebian('pgbouncer', 'PgBouncer');
  if (!isOnPath('nginx')) await installFromDebian('nginx-light', 'nginx');
  if (!isOnPath('caddy')) await installFromDebian('caddy', 'Caddy');
}
