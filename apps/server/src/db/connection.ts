import { dirname, join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { databaseUrls } from '../config/database-url.ts';
import { examineFile, type FileAccess } from './sqlite/file-access.ts';
import { pathsReadableByOthers, restrictToOwner } from './sqlite/private-files.ts';
import { lockDatabaseFile } from './sqlite/file-lock.ts';
import { postgresDialect, type ConnectionUsage, type PostgresOptions } from './postgres/postgres-dialect.ts';
import { findOtherSettings, type OtherSetting } from './postgres/pooled-sessions.ts';
import {
  changesSessions,
  mayChangeSessions,
  requirePreparedQueries,
} from './postgres/require-prepared-queries.ts';
import { SERVER_MEMORY, TRANSFER_MEMORY } from './sqlite/open-sqlite.ts';
import { keepStatementJournals, sqliteDialect } from './sqlite/sqlite-dialect.ts';
import type { Database, Db } from './tables.ts';
import { DiskState, rememberDisk } from './disk-state.ts';
import { isTracing } from '../tracing/spans.ts';
import { traceQuery } from './queries/trace-queries.ts';

export { CONNECTIONS, type ConnectionUsage } from './postgres/postgres-dialect.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** The location of the data: a PostgreSQL URL, or a SQLite file. */
export type DatabaseLocation = { kind: 'postgres'; url: string } | { kind: 'sqlite'; file: string };

export function databaseLocation(settings: {
  databaseUrl: string | null;
  dataDir: string;
}): DatabaseLocation {
  if (settings.databaseUrl) return { kind: 'postgres', url: settings.databaseUrl };
  return { kind: 'sqlite', file: join(settings.dataDir, 'callpoint.db') };
}

const usages = new WeakMap<Db, () => ConnectionUsage>();

/** The use of the connections of an open database; null where calls share one connection. */
export function connectionUsage(db: Db): ConnectionUsage | null {
  return usages.get(db)?.() ?? null;
}

/** Opens the database; `onError` is called when work between queries fails. Close it with `db.destroy()`. */
export function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  options: PostgresOptions = {},
): Db {
  const tracing = isTracing() ? { log: traceQuery } : {};
  const disk = new DiskState();
  if (location.kind === 'postgres') {
    const { dialect, usage } = postgresDialect(location.url, onError, options, disk.note);
    const db = new Kysely<Database>({ dialect, ...tracing });
    usages.set(db, usage);
    rememberDisk(db, disk);
    return db;
  }
  restrictToOwner(location.file);
  const memory = options.isTransfer ? TRANSFER_MEMORY : SERVER_MEMORY;
  const db = new Kysely<Database>({
    dialect: sqliteDialect(location.file, memory, { onError, onDiskFault: disk.note }),
    ...tracing,
  });
  rememberDisk(db, disk);
  return db;
}

/** Milliseconds until a connection to a replica is open: the primary can read the same. */
const REPLICA_WITHIN = 1_000;

/** Opens a replica of a PostgreSQL database, for reading. */
export function openReplica(url: string): Db {
  return openDatabase({ kind: 'postgres', url }, () => {}, { connectWithin: REPLICA_WITHIN });
}

/** Runs work that may take hours, e.g. migrations of large tables, without the limit of a query and not in memory. */
export async function withoutQueryLimit<Result>(
  location: DatabaseLocation,
  db: Db,
  work: (on: Db) => Promise<Result>,
): Promise<Result> {
  if (location.kind === 'sqlite') {
    const restore = keepStatementJournals(db.getExecutor().adapter, 'in files');
    try {
      return await work(db);
    } finally {
      restore();
    }
  }
  const own = openDatabase(location, () => {}, { isTransfer: true });
  try {
    return await work(own);
  } finally {
    await own.destroy();
  }
}

/**
 * Reserves a database that only one server may use, and returns a function that releases it. Throws if another server
 * uses it.
 */
export function reserveDatabase(location: DatabaseLocation): () => void {
  return location.kind === 'sqlite' ? lockDatabaseFile(location.file) : () => {};
}

/** Throws EnvironmentError if the database is behind a pooler that would make the server fail. */
export async function requireSuitableDatabase(location: DatabaseLocation): Promise<void> {
  if (location.kind === 'postgres') await requirePreparedQueries(location.url);
}

/** True behind a pooler that may give each transaction another session: work that needs one session fails there. */
export async function mayHaveChangingSessions(location: DatabaseLocation): Promise<boolean> {
  return location.kind === 'postgres' && (await mayChangeSessions(location.url));
}

/**
 * The settings of a server that its transactions lack behind a pooler that gives each of them another session, and the role as
 * SQL writes it; none otherwise.
 */
export async function findLostSettings(
  location: DatabaseLocation,
  db: Db,
): Promise<{ role: string; settings: OtherSetting[] }> {
  if (location.kind === 'sqlite' || !(await changesSessions(location.url))) return { role: '', settings: [] };
  return await findOtherSettings(db);
}

/** True for a database that several servers can use at the same time. They share no folder. */
export function isShared(location: DatabaseLocation): boolean {
  return location.kind === 'postgres';
}

/** The folder of a database's file; null for a database that several servers share. */
export function dataFolder(location: DatabaseLocation): string | null {
  return location.kind === 'sqlite' ? dirname(location.file) : null;
}

/**
 * The database without a pooler, for work that needs one session: behind a pooler, each statement may get another one.
 * @param url of PostgreSQL itself; null if `location` is that already
 */
export function directLocation(location: DatabaseLocation, url: string | null): DatabaseLocation {
  return location.kind === 'postgres' && url !== null ? { kind: 'postgres', url } : location;
}

/** The URL over which servers of the same database exchange signals; null where there is only one server. */
export function relayDatabaseUrl(location: DatabaseLocation, ownUrl: string | null): string | null {
  const direct = directLocation(location, ownUrl);
  return direct.kind === 'postgres' ? direct.url : null;
}

/** False for a database whose file the first start will create. */
export function exists(location: DatabaseLocation): boolean {
  return fileAccess(location)?.exists ?? true;
}

/** Whether a database's file exists, and whether this user may use it; null for a database without a file of ours. */
export function fileAccess(location: DatabaseLocation): FileAccess | null {
  return location.kind === 'sqlite' ? examineFile(location.file) : null;
}

/** Paths of data files that other users of this machine can read. */
export function dataReadableByOthers(location: DatabaseLocation): string[] {
  return location.kind === 'sqlite' ? pathsReadableByOthers(location.file) : [];
}

/** The location as text for the operator, without credentials: the whole path of the file, or hosts and database. */
export function nameLocation(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return resolve(location.file);
  const urls = databaseUrls(location.url).map((url) => new URL(url));
  return `${urls.map(({ host }) => host || 'a socket of this machine').join(',')}${urls[0]?.pathname ?? ''}`;
}

/** The location as text without credentials: the path of the file, or the name of the environment variable. */
export function describeLocation(location: DatabaseLocation): string {
  return location.kind === 'sqlite' ? location.file : 'PostgreSQL (DATABASE_URL)';
}
