import { errorText } from '../config/error-text.ts';
import { StartError } from '../config/start-error.ts';
import { EnvironmentError } from '../config/variables.ts';
import {
  directLocation,
  mayHaveChangingSessions,
  withoutQueryLimit,
  type DatabaseLocation,
} from './connection.ts';
import type { ReportProgress } from './dialect.ts';
import { migrate } from './migrate.ts';
import { isSameDatabase, readIdentity } from './postgres/identity.ts';
import type { Db } from './tables.ts';

const OTHER_DATABASE =
  'DATABASE_LISTEN_URL must be the same database as DATABASE_URL, without a pooler, and it is another one. ' +
  'Nothing was changed: correct it, and start again.';

const NEEDS_SESSION =
  'indexes must be built, which needs one session, and a pooler gives each transaction another one, or a query got no response ' +
  'within 2 seconds: set DATABASE_LISTEN_URL to the address of the database itself, or start again. Nothing was changed.';

/** The database of DATABASE_LISTEN_URL cannot be used. `cause`: why. */
export class DirectUrlFault extends StartError {
  override name = 'DirectUrlFault';

  constructor(cause: unknown) {
    super(`DATABASE_LISTEN_URL cannot be used: ${errorText(cause)}`, { cause });
  }
}

/**
 * Runs the pending migrations of the database that a process has opened, without a pooler if there is a URL for that.
 * @param directUrl DATABASE_LISTEN_URL
 * @throws EnvironmentError or DirectUrlFault before anything is changed, if the URL is another database or cannot be used, or if
 *   indexes must be built and a pooler gives each transaction another session
 */
export async function updateTables(
  db: Db,
  location: DatabaseLocation,
  directUrl: string | null,
  report: ReportProgress,
): Promise<void> {
  const direct = directLocation(location, directUrl);
  await withoutQueryLimit(direct, db, async (on) => {
    if (direct !== location && (await leadsElsewhere(db, on))) throw new EnvironmentError(OTHER_DATABASE);
    const beforeBuilds = async () => {
      if (await mayHaveChangingSessions(direct)) throw new EnvironmentError(NEEDS_SESSION);
    };
    await migrate(on, undefined, { beforeBuilds, report });
  });
}

/**
 * Whether DATABASE_LISTEN_URL is another database than DATABASE_URL.
 * @param direct opened at DATABASE_LISTEN_URL
 * @throws DirectUrlFault if it cannot be used
 */
export async function leadsElsewhere(db: Db, direct: Db): Promise<boolean> {
  const own = await readIdentity(db);
  const found = await readIdentity(direct).catch((error: unknown) => {
    throw new DirectUrlFault(error);
  });
  return !isSameDatabase(own, found);
}
