import { sql } from 'kysely';
import { databaseUrls } from '../config/database-url.ts';
import { errorText } from '../config/error-text.ts';
import { nameLocation, openDatabase, type DatabaseLocation } from '../db/connection.ts';
import { storeEmptyChange } from '../db/empty-change.ts';
import { readDurability } from '../db/postgres/replication.ts';
import type { Db } from '../db/tables.ts';
import { withQueryLimit } from '../scheduling/query-limit.ts';
import { problem, warning, type Finding } from './finding.ts';

const SUBJECT = 'Failover';
/** Milliseconds to wait for a host. */
const WAIT = 5_000;

/**
 * What could lose accepted presses, keep the database from storing any, or keep the servers from the standby after a failover.
 * Nothing for a database without hosts; of one host, not what concerns several.
 */
export async function checkFailover(db: Db, location: DatabaseLocation): Promise<Finding[]> {
  if (!('url' in location)) return [];
  const { url } = location;
  const found: Finding[] = [];
  const { commit, standbys } = await readDurability(db);
  if (commit === 'off') {
    const fix = 'Remove it from the database, its role or the configuration of PostgreSQL.';
    found.push(
      warning(SUBJECT, 'synchronous_commit is off: a crash of PostgreSQL loses accepted presses', fix),
    );
  }
  if (standbys !== '' && !(await confirmsChanges(db))) {
    const text = `each press waits for a standby, and none confirms: synchronous_standby_names is ${standbys}`;
    const fix = 'Start the standby and compare its name (pg_stat_replication), or see docs/runbook.md.';
    found.push(problem(SUBJECT, text, fix));
  }
  const urls = databaseUrls(url);
  if (urls.length === 1) return found;
  if (standbys === '' || commit === 'local') {
    const text = 'no standby is synchronous: a failover loses the newest accepted presses';
    found.push(warning(SUBJECT, text, 'Set synchronous_standby_names, and synchronous_commit = on.'));
  }
  for (const each of urls) found.push(...(await hostFindings(each)));
  return found;
}

/** Whether PostgreSQL confirms a change, which has no content, within the time that a press has. */
async function confirmsChanges(db: Db): Promise<boolean> {
  try {
    await withQueryLimit('press', () => storeEmptyChange(db));
    return true;
  } catch {
    return false;
  }
}

async function hostFindings(url: string): Promise<Finding[]> {
  const location: DatabaseLocation = { kind: 'postgres', url };
  const db = openDatabase(location, () => {}, { connectWithin: WAIT });
  try {
    await sql`select 1`.execute(db);
    return [];
  } catch (error) {
    const text = `${nameLocation(location)} of DATABASE_URL cannot be used: ${errorText(error)}`;
    return [
      warning(
        SUBJECT,
        text,
        'Check the address, and that PostgreSQL runs there: a failover needs each host.',
      ),
    ];
  } finally {
    await db.destroy().catch(() => {});
  }
}
