import { errorText } from '../config/error-text.ts';
import { sql } from 'kysely';
import { EnvironmentError } from '../config/variables.ts';
import {
  nameLocation,
  openDatabase,
  openReplica,
  requireSuitableDatabase,
  type DatabaseLocation,
} from '../db/connection.ts';
import { readCaughtUpState, readPrimaryState, type PrimaryState } from '../db/postgres/replication.ts';
import type { Db } from '../db/tables.ts';
import { notice, ok, problem, warning, type Finding } from './finding.ts';

const SUBJECT = 'Replica';
const UNTIL_THEN = 'Until then, exports, response times and the overview are read from the primary.';
const USE_STANDBY = `Set DATABASE_READ_URL to the address of a standby of DATABASE_URL, or remove it. ${UNTIL_THEN}`;
const PREPARE =
  'Use PgBouncer 1.21 or later with max_prepared_statements = 200, or pool_mode = session, or set DATABASE_READ_URL to the ' +
  `address of the standby itself. ${UNTIL_THEN}`;

/** Whether the replica responds, is a standby of the database, and has its changes. @param url null: there is none */
export async function checkReplica(location: DatabaseLocation, url: string | null): Promise<Finding[]> {
  if (url === null) return [];
  const name = nameLocation({ kind: 'postgres', url });
  const replica = openReplica(url);
  try {
    await requireSuitableDatabase({ kind: 'postgres', url });
    await sql`select 1`.execute(replica);
    return [await compareWithPrimary(replica, location, name)];
  } catch (error) {
    if (error instanceof EnvironmentError) {
      return [problem(SUBJECT, `${name} is a pooler that does not support prepared queries`, PREPARE)];
    }
    return [
      problem(
        SUBJECT,
        `${name} cannot be used: ${errorText(error)}`,
        `Check DATABASE_READ_URL, and that the replica runs. ${UNTIL_THEN}`,
      ),
    ];
  } finally {
    await replica.destroy().catch(() => {});
  }
}

async function compareWithPrimary(replica: Db, location: DatabaseLocation, name: string): Promise<Finding> {
  let expected: PrimaryState;
  try {
    expected = await readPrimary(location);
  } catch (error) {
    const text = `${name} responds, but it was not compared with the primary: ${errorText(error)}`;
    return notice(SUBJECT, text, 'Run the doctor again when DATABASE_URL can be used.');
  }
  const { isStandby, hasChanges, age, system, database } = await readCaughtUpState(replica, expected);
  if (system !== expected.system) return problem(SUBJECT, `${name} is of another server`, USE_STANDBY);
  if (database !== expected.database) {
    return problem(SUBJECT, `${name} is another database of the same server`, USE_STANDBY);
  }
  if (!isStandby) return warning(SUBJECT, `${name} is no standby, but a primary`, USE_STANDBY);
  if (hasChanges) return ok(SUBJECT, `${name} is a standby with all changes`);
  const since = age === null ? 'an unknown time' : `${Math.round(age)} s`;
  return warning(
    SUBJECT,
    `${name} is a standby that is late: its newest change is from ${since} ago`,
    `${UNTIL_THEN} Check the replication: pg_stat_replication on the primary shows why it is late.`,
  );
}

async function readPrimary(location: DatabaseLocation): Promise<PrimaryState> {
  const db = openDatabase(location, () => {});
  try {
    return await readPrimaryState(db);
  } finally {
    await db.destroy().catch(() => {});
  }
}
