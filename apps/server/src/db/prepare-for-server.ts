import { dataReadableByOthers, openReplica, type DatabaseLocation } from './connection.ts';
import type { ReportProgress } from './dialect.ts';
import { attachReplica } from './replica.ts';
import type { Db } from './tables.ts';
import { updateTables } from './update-tables.ts';

/** Where a server reads and stores: the database, its replica, and a direct address if a pooler is in front of it. */
export type ServerData = { location: DatabaseLocation; readUrl: string | null; listenUrl: string | null };

/**
 * Prepares an open database for a server: opens the replica, if there is one, and updates the tables. Returns the function that closes
 * the replica.
 */
export async function prepareForServer(
  db: Db,
  { location, readUrl, listenUrl }: ServerData,
  report: ReportProgress,
): Promise<() => Promise<void>> {
  const replica = readUrl === null ? null : openReplica(readUrl);
  if (replica) {
    attachReplica(db, replica, (error) => {
      const { name: type, code } = error as { name?: string; code?: string };
      report(
        'warn',
        { type, code },
        'the replica does not respond, is late or is no standby of the database; reading from the primary',
      );
    });
  }
  for (const path of dataReadableByOthers(location)) {
    report('warn', { path }, 'other users of this machine can read the data: change the owner or the mode');
  }
  await updateTables(db, location, listenUrl, report);
  return async () => {
    await replica?.destroy();
  };
}
