import pg from 'pg';

/** Databases on the PostgreSQL server of `TEST_POSTGRES_URL`. This file works without a test runner. */

/** Creates a database, as a copy of `template` if given, and returns its URL. */
export async function createDatabase(name: string, template?: string): Promise<string> {
  await onServer(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database and closes all connections to it. */
export async function dropDatabase(name: string): Promise<void> {
  await onServer(`drop database if exists ${name} with (force)`);
}

function serverUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url)
    throw new Error('TEST_POSTGRES_URL is not set: `npm test` starts a PostgreSQL server and sets it');
  return url;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
