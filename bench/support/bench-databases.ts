import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@callpoint/scripts/postgres.ts';
import { root } from '@callpoint/scripts/setup/paths.mjs';
import { openDatabase, type DatabaseKind, type DatabaseLocation } from '@callpoint/server/db/connection';
import { migrate } from '@callpoint/server/db/migrate';
import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import pg from 'pg';
import type { Person } from './baseline/baseline-server.ts';

/** Databases of a benchmark. They are on the repository's disk, because a temporary folder may be in memory. */

export type BenchDatabases = {
  kind: DatabaseKind;
  /** A new folder for the databases and other files. */
  folder: string;
  /** Creates a database and runs all migrations. */
  create(name: string): Promise<{ location: DatabaseLocation; db: Db }>;
};

/** Runs `work` with new databases that are as durable as in production, and deletes them afterwards. */
export async function withBenchDatabases<Result>(
  kind: DatabaseKind,
  work: (databases: BenchDatabases) => Promise<Result>,
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
      async create(name) {
        const location = server
          ? await createPostgresDatabase(server.url, name)
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

async function createPostgresDatabase(serverUrl: string, name: string): Promise<DatabaseLocation> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { kind: 'postgres', url: url.href };
}

/** The app users of a database, in the order of `createPhoneTokens`. */
export async function readPeople(db: Db): Promise<Person[]> {
  return await db.selectFrom('app_user').select(['id as app_user_id', 'team_id']).orderBy('id').execute();
}

/** Creates a subscriber with an app user, and returns the user's token. */
export async function createPhoneToken(db: Db): Promise<string> {
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  return await buildSession(db, 'app_user', user.id);
}

/** Creates subscribers with app users, and returns the tokens of the users, those of each subscriber evenly spread. */
export async function createPhoneTokens(db: Db, subscribers: number, usersOfEach: number): Promise<string[]> {
  const teams = [];
  for (let count = 0; count < subscribers; count += 1) teams.push(await buildTeam(db));
  const tokens: string[] = [];
  for (let count = 0; count < usersOfEach; count += 1) {
    for (const { id } of teams) {
      const user = await buildAppUser(db, id);
      tokens.push(await buildSession(db, 'app_user', user.id));
    }
  }
  return tokens;
}
