import { isShared, nameLocation, type DatabaseLocation } from '../db/connection.ts';
import { acceptsNoChanges } from '../db/postgres/replication.ts';
import type { Db } from '../db/tables.ts';
import { problem, type Finding } from './finding.ts';

/**
 * A problem for a standby, which responds like a primary until the first change. Of several hosts, the database was opened at
 * the one that accepts changes.
 */
export async function standbyFindings(
  db: Db,
  location: DatabaseLocation,
  subject: string,
): Promise<Finding[]> {
  if (!isShared(location) || !(await acceptsNoChanges(db))) return [];
  return [
    problem(
      subject,
      `${nameLocation(location)} is a standby, which accepts no changes: the server would not start`,
      'Set DATABASE_URL to the address of the primary, or list all hosts in it. If the primary has failed, promote the standby.',
    ),
  ];
}
