import { z } from 'zod';

/** The parts of `postgres://user:password@first:5432,second:5432/name`: scheme, user, hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^@/?#]+)(.*)$/s;

/** One URL for each host of a PostgreSQL URL, which can name several with a comma between them. */
export function databaseUrls(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  return hosts === '' ? [url] : hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}

/** An optional PostgreSQL URL with one or several hosts. */
export const databaseUrl = z
  .string()
  .refine((value) => databaseUrls(value).every((url, _, { length }) => isPostgresUrl(url, length > 1)), {
    error: 'must be an address that starts with postgres:// or postgresql://',
  })
  .optional();

/** A URL without a host leads to a socket of this machine; with several hosts, each has a name. */
function isPostgresUrl(url: string, needsHost: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return ['postgres:', 'postgresql:'].includes(protocol) && (hostname !== '' || !needsHost);
}
