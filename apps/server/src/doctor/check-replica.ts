import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { nameLocation, openDatabase, openReplica, type DatabaseLocation } from '../db/connection.ts';
import type { Db } from '../db/tables.ts';
import { errorText, notice, ok, problem, warning, type Finding } from './finding.ts';

const SUBJECT = 'Replica';
/** Milliseconds in which a replica must have the changes of the primary. */
const CATCH_UP = 2_000;
const USE_STANDBY = 'Set DATABASE_READ_URL to the address of a standby of DATABASE_URL, or remove it.';

type Position = { position: string; system: string; name: string };
type State = { isStandby: boolean; isCurrent: boolean; age: number | null; system: string; name: string };

/** Whether the replica responds, is a standby of the database, and has its changes. @param url null: there is none */
export async function checkReplica(location: DatabaseLocation, url: string | null): Promise<Finding[]> {
  if (url === null) return [];
  const name = nameLocation({ kind: 'postgres', url });
  const replica = openReplica(url);
  try {
    await sql`select 1`.execute(replica);
    return [await compareWithPrimary(replica, location, name)];
  } catch (error) {
    return [
      problem(
        SUBJECT,
        `${name} cannot be used: ${errorText(error)}`,
        'Check DATABASE_READ_URL, and that the replica runs. Until then, exports and the overview slow down presses on the primary.',
      ),
    ];
  } finally {
    await replica.destroy().catch(() => {});
  }
}

async function compareWithPrimary(replica: Db, location: DatabaseLocation, name: string): Promise<Finding> {
  let primary: Position;
  try {
    primary = await readPosition(location);
  } catch (error) {
    const text = `${name} responds, but it was not compared with the primary: ${errorText(error)}`;
    return notice(SUBJECT, text, 'Run the doctor again when DATABASE_URL can be used.');
  }
  const { isStandby, isCurrent, system, name: database } = await readState(replica, primary.position);
  if (system === primary.system && database !== primary.name) {
    return problem(SUBJECT, `${name} is another database of the same server`, USE_STANDBY);
  }
  if (!isStandby) {
    return system === primary.system
      ? warning(SUBJECT, `${name} is the primary itself, so it takes no reads off it`, USE_STANDBY)
      : warning(
          SUBJECT,
          `${name} is not a standby: exports and the overview may show other data`,
          USE_STANDBY,
        );
  }
  if (system !== primary.system) {
    return problem(SUBJECT, `${name} is a standby of another server`, USE_STANDBY);
  }
  if (!isCurrent) await setTimeout(CATCH_UP);
  const later = await readState(replica, primary.position);
  if (later.isCurrent) return ok(SUBJECT, `${name} is a standby with all changes`);
  const { age } = later;
  const since = age === null ? 'an unknown time' : `${Math.round(age)} s`;
  return warning(
    SUBJECT,
    `${name} is a standby that is late: its newest change is from ${since} ago`,
    'Exports and the overview are read from the primary. Check the replication: pg_stat_replication on the primary shows why it is late.',
  );
}

async function readPosition(location: DatabaseLocation): Promise<Position> {
  const db = openDatabase(location, () => {});
  try {
    const { rows } = await sql<Position>`
      select pg_current_wal_lsn()::text as position, current_database() as name,
        (select system_identifier::text from pg_control_system()) as system`.execute(db);
    return rows[0] as Position;
  } finally {
    await db.destroy().catch(() => {});
  }
}

/** @param position of the primary's log, which a current replica has replayed */
async function readState(replica: Db, position: string): Promise<State> {
  const { rows } = await sql<State>`
    select pg_is_in_recovery() as "isStandby", current_database() as name,
      coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as "isCurrent",
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age,
      (select system_identifier::text from pg_control_system()) as system`.execute(replica);
  return rows[0] as State;
}
