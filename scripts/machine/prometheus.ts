import { installFromDebian, isOnPath } from './debian.ts';

/** Makes sure that Prometheus and its promtool, which tests alert rules, are on this machine. Installs Debian's if necessary. */
export async function ensurePrometheus(): Promise<void> {
  if (!isOnPath('promtool') || !isOnPath('prometheus')) await installFromDebian('prometheus', 'Prometheus');
}
