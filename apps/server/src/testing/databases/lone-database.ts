import { onTestFinished } from 'vitest';
import { openDatabase, type DatabaseLocation } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import type { Db } from '../../db/tables.ts';
import { startLonePostgres, type PostgresServer } from './postgres-cluster.ts';

/** A migrated database on a PostgreSQL server of this test alone, which it may stop and configure. */
export async function loneDatabase(): Promise<{
  postgres: PostgresServer;
  location: DatabaseLocation;
  db: Db;
}> {
  const postgres = await startLonePostgres();
  onTestFinished(() => postgres.stop());
  const location = { kind: 'postgres', url: postgres.url } as const;
  // Its connections end while the server is stopped.
  const db = openDatabase(location, () => {});
  onTestFinished(() => db.destroy());
  await migrate(db);
  return { postgres, location, db };
}
