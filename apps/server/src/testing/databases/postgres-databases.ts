import pg from 'pg';

/** Databases on the PostgreSQL server of `TEST_POSTGRES_URL`. This file works without a test runner. */

/** Creates a database, as a copy of `template` if given, and returns its URL. */
export async function createDatabase(name: string, template?: string): Promise<string> {
  const source = template === undefined ? '' : ` template ${template}${await fastStrategy()}`;
  await server().query(`create database ${name}${source}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops a database. Rejects if a connection to it does not end within five seconds. It terminates none: the error of a
 * terminated connection could arrive while another test runs.
 */
export async function dropDatabase(name: string): Promise<void> {
  await server().query(`drop database if exists ${name}`);
}

function serverUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url)
    throw new Error('TEST_POSTGRES_URL is not set: `npm test` starts a PostgreSQL server and sets it');
  return url;
}

let pool: pg.Pool | undefined;

/** Connections for all statements: opening another for each would take longer than the statement. */
function server(): pg.Pool {
  if (pool) return pool;
  pool = new pg.Pool({ connectionString: serverUrl(), max: 2, allowExitOnIdle: true });
  // The server ended while a connection was idle: the next statement reports it.
  pool.on('error', () => {});
  return pool;
}

let strategy: Promise<string> | undefined;

/** Copying files is faster than logging each page; PostgreSQL before version 15 always copies files. */
function fastStrategy(): Promise<string> {
  strategy ??= server()
    .query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    .then(({ rows }) => ((rows[0]?.version ?? 0) < 150_000 ? '' : ' strategy file_copy'));
  return strategy;
}
