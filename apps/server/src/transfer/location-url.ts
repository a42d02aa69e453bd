import { basename, join, resolve } from 'node:path';
import { databaseUrlProblems, databaseUrls } from '../config/database-url.ts';
import { databaseLocation, type DatabaseLocation } from '../db/connection.ts';

/** The file that a server uses in its data folder. */
const FILE = 'callpoint.db';

/**
 * The database that an address names: `postgres://…`, or `sqlite:` and a data folder. Null if it names none.
 */
export function parseLocation(address: string): DatabaseLocation | null {
  const path = /^sqlite:(.+)$/.exec(address)?.[1];
  if (path !== undefined) {
    if (/^\/\/(?!\/)/.test(path) || path.includes('?')) return null;
    const plain = path.replace(/^\/\/\//, '/');
    if (basename(plain) === FILE) return { kind: 'sqlite', file: resolve(plain) };
    // A server would not find another file.
    if (/\.(db|sqlite3?)$/.test(plain)) return null;
    return { kind: 'sqlite', file: resolve(join(plain, FILE)) };
  }
  if (databaseUrlProblems(address).length > 0) return null;
  return databaseLocation({ databaseUrl: address, dataDir: '' });
}

const ADDRESS_FORM =
  'must be sqlite: and a data folder, like sqlite:./data, or the postgres:// address of a database';

/** What such an address must be, or what to change in one that names none. */
export function addressProblem(address: string | undefined): string {
  if (address === undefined) return `is missing: it ${ADDRESS_FORM}`;
  return /^postgres(ql)?:\/\//i.test(address) ? databaseUrlProblems(address).join(', and ') : ADDRESS_FORM;
}

/** The location without user and password. */
export function nameOf(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return location.file;
  const urls = databaseUrls(location.url).map((url) => new URL(url));
  return `PostgreSQL ${urls.map(({ host }) => host).join(',')}${urls[0]?.pathname ?? ''}`;
}
