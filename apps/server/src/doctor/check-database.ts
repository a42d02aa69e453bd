import { sql } from 'kysely';
import {
  dataReadableByOthers,
  isShared,
  exists,
  openDatabase,
  relayDatabaseUrl,
  type DatabaseLocation,
} from '../db/connection.ts';
import { isMigrated } from '../db/migrate.ts';
import { receivesNotifications } from '../events/postgres-listening.ts';
import { compareClocks } from './clock.ts';
import { errorText, ok, problem, warning, type Finding } from './finding.ts';

/** Whether the database can be used, its clock, and whether processes can notify each other. */
export async function checkDatabase(
  location: DatabaseLocation,
  listenUrl: string | null,
): Promise<Finding[]> {
  if (!exists(location)) return [ok('Database', 'there is none yet: the first start creates it')];
  const found: Finding[] = [];
  const db = openDatabase(location, () => {});
  try {
    const before = Date.now();
    const {
      rows: [row],
    } = await sql<{ at: string }>`select current_timestamp as at`.execute(db);
    const after = Date.now();
    found.push(
      (await isMigrated(db))
        ? ok('Database', `responds in ${after - before} ms`)
        : warning('Database', 'it has the tables of an older version', 'The next start updates them.'),
    );
    if (isShared(location) && row) {
      found.push(compareClocks('the database', new Date(row.at), new Date((before + after) / 2)));
    }
  } catch (error) {
    found.push(
      problem(
        'Database',
        `it cannot be used: ${errorText(error)}`,
        isShared(location)
          ? 'Check DATABASE_URL, that PostgreSQL runs, and that the role owns the database.'
          : 'Check DATA_DIR, and that this user may read and write its files.',
      ),
    );
    return found;
  } finally {
    await db.destroy();
  }
  const relayUrl = relayDatabaseUrl(location, listenUrl);
  if (relayUrl !== null) found.push(await checkNotifications(relayUrl));
  for (const path of dataReadableByOthers(location)) {
    found.push(
      warning('Database', `other users can read ${path}`, 'Change its owner, or its mode to 0700 or 0600.'),
    );
  }
  return found;
}

async function checkNotifications(url: string): Promise<Finding> {
  const fix =
    'If DATABASE_URL is the address of a pooler, set DATABASE_LISTEN_URL to the address of PostgreSQL itself.';
  try {
    if (await receivesNotifications(url)) return ok('Events', 'processes can notify each other');
    return problem('Events', 'a notification does not arrive: consoles would not be live', fix);
  } catch (error) {
    return problem('Events', `processes cannot notify each other: ${errorText(error)}`, fix);
  }
}
