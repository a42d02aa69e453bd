import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@callpoint/scripts/postgres.ts';
import { root } from '@callpoint/scripts/setup/paths.mjs';
import { openDatabase, type DatabaseKind, type DatabaseLocation } from '@callpoint/server/db/connection';
import { migrate } from '@callpoint/server/db/migrate';
import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import pg from 'pg';

/** Where a measurement keeps its data: on the repository's own disk, as a temporary folder may be only memory. */

export type Ground = {
  kind: DatabaseKind;
  folder: string;
  /** A new migrated database. */
  database(name: string): Promise<{ location: DatabaseLocation; db: Db }>;
};

/** Runs `work` on an empty ground of databases that write as in production, and clears it away. */
export async function onGround<Result>(
  kind: DatabaseKind,
  work: (ground: Ground) => Promise<Result>,
): Promise<Result> {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bench-'));
  const opened: Db[] = [];
  const server = kind === 'postgres' ? await startPostgres({ durable: true }) : null;
  try {
    return await work({
      kind,
      folder,
      async database(name) {
        const location = server
          ? await newPostgresDatabase(server.url, name)
          : { kind: 'sqlite' as const, file: join(folder, name, 'callpoint.db') };
        const db = openDatabase(location, () => {});
        opened.push(db);
        await migrate(db);
        return { location, db };
      },
    });
  } finally {
    for (const db of opened) await db.destroy();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newPostgresDatabase(serverUrl: string, name: string): Promise<DatabaseLocation> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { kind: 'postgres', url: url.href };
}

/** The token of a new app user of a new subscriber. */
export async function phoneToken(db: Db): Promise<string> {
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  return await buildSession(db, 'app_user', user.id);
}
