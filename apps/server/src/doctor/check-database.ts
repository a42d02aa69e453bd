import { errorText } from '../config/error-text.ts';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { ServerEnvironment } from '../config/environment.ts';
import { EnvironmentError } from '../config/variables.ts';
import {
  dataFolder,
  dataReadableByOthers,
  fileAccess,
  isShared,
  nameLocation,
  openDatabase,
  relayDatabaseUrl,
  requireSuitableDatabase,
  type DatabaseLocation,
} from '../db/connection.ts';
import type { DeniedPath } from '../db/sqlite/file-access.ts';
import { findTables, newerVersionProblem } from '../db/migrate.ts';
import type { Db } from '../db/tables.ts';
import { receivesNotifications } from '../events/postgres-listening.ts';
import { checkDirect } from './check-direct.ts';
import { checkFailover } from './check-failover.ts';
import { checkIds } from './check-ids.ts';
import { checkSessions } from './check-sessions.ts';
import { checkSecrets, type SecretKeys } from './check-secrets.ts';
import { standbyFindings } from './check-standby.ts';
import { checkNewestRow, compareClocks } from './clock.ts';
import { fileInsteadOf } from './data-folder.ts';
import { notice, ok, problem, warning, type Finding } from './finding.ts';
import { ownUserId, userName } from './users.ts';

const SUBJECT = 'Database';
/** The oldest major version that the tests run with. */
const OLDEST_POSTGRES = 15;

/**
 * Whether a server could start with the database, its clock, and whether processes can notify each other. Each text names
 * the database: the settings of the doctor may differ from those of the server.
 */
export async function checkDatabase(
  location: DatabaseLocation,
  { databaseListenUrl, secretKey, secretKeyPrevious }: ServerEnvironment,
): Promise<Finding[]> {
  const name = nameLocation(location);
  const folder = dataFolder(location);
  const file = folder === null ? null : fileInsteadOf(folder);
  if (file !== null) {
    const fix = 'Set DATA_DIR to a folder: the first start creates it.';
    return [problem(SUBJECT, `${name} cannot be used: ${file} is a file`, fix)];
  }
  const access = fileAccess(location);
  if (access?.denied) return [deniedFinding(name, access.denied)];
  if (access?.exists === false) {
    return [
      notice(
        SUBJECT,
        `${name} does not exist yet: the first start creates it`,
        'If a server has used it already, run the doctor with the settings of the server: DATA_DIR or DATABASE_URL differs.',
      ),
    ];
  }
  const found = await examineOpen(location, {
    secretKey,
    secretKeyPrevious,
    keyFolder: folder,
  });
  const relayUrl = relayDatabaseUrl(location, databaseListenUrl);
  if (relayUrl !== null && found.every(({ level }) => level !== 'problem')) {
    const direct = await checkDirect(location, databaseListenUrl);
    found.push(...(direct.length > 0 ? direct : [await checkNotifications(relayUrl)]));
  }
  return [...found, ...privacyFindings(location)];
}

function deniedFinding(name: string, { path, owner }: DeniedPath): Finding {
  const own = ownUserId();
  const [user, other] = [own === null ? 'this user' : userName(own), userName(owner)];
  if (owner === own) {
    return problem(
      SUBJECT,
      `${name} cannot be used: ${user} owns ${path}, but its mode denies access`,
      `Change the mode: chmod u+rwX ${path}`,
    );
  }
  const folder = dirname(name);
  const isOurs = path === name || path === folder;
  // sudo accepts the number of a user with a prefix only.
  const runAs = `sudo --preserve-env --user=${/^\d+$/.test(other) ? '#' : ''}${other} npm run doctor`;
  const asServer =
    owner === 0
      ? 'If a server has used it already, run the doctor as the user of the server, with its settings.'
      : `If ${other} is the user of the server, run the doctor as ${other}: ${runAs}`;
  const asUser = isOurs
    ? `If ${user} is the user of the server: sudo chown -R ${user} ${path}`
    : `If ${user} is the user of the server: sudo install --directory --owner=${user} --mode=0700 ${folder}`;
  return problem(
    SUBJECT,
    `${name} cannot be ${isOurs ? 'used' : 'seen or created'}: ${path} belongs to ${other}, and the doctor runs as ${user}`,
    `${asServer}\n${asUser}`,
  );
}

/** Opens the database and compares it with what a start needs. */
async function examineOpen(location: DatabaseLocation, keys: SecretKeys): Promise<Finding[]> {
  const name = nameLocation(location);
  try {
    await requireSuitableDatabase(location);
    const db = openDatabase(location, () => {});
    try {
      return await examine(db, location, keys);
    } finally {
      await db.destroy().catch(() => {});
    }
  } catch (error) {
    if (error instanceof EnvironmentError) {
      return [problem(SUBJECT, `the server would not start with ${name}`, error.message)];
    }
    return [
      problem(
        SUBJECT,
        `${name} cannot be used: ${errorText(error)}`,
        isShared(location)
          ? 'Check DATABASE_URL, that PostgreSQL runs, and that the role owns the database.'
          : 'Check DATA_DIR, and that this user may read and write its files.',
      ),
    ];
  }
}

async function examine(db: Db, location: DatabaseLocation, keys: SecretKeys): Promise<Finding[]> {
  const before = Date.now();
  const clock = await readClock(db, location);
  const after = Date.now();
  const standby = await standbyFindings(db, location, SUBJECT);
  if (standby.length > 0) return standby;
  const tables = await tablesFinding(db, `${nameLocation(location)} responds in ${after - before} ms`);
  const found = [...(clock ? versionFindings(clock.version) : []), tables];
  if (clock) {
    found.push(compareClocks('the database', new Date(clock.at), new Date((before + after) / 2)));
  }
  found.push(...(await checkFailover(db, location)), ...(await checkSessions(db, location)));
  // Without the tables of this version, the columns that the other checks read may be missing.
  if (tables.level !== 'ok') return found;
  if (!isShared(location)) found.push(...(await newestRowFindings(db)));
  return [...found, await checkIds(db), ...(await checkSecrets(db, keys))];
}

/** The time and version of PostgreSQL; null for SQLite, which uses the clock of this machine. */
async function readClock(
  db: Db,
  location: DatabaseLocation,
): Promise<{ at: string; version: number } | null> {
  if (!isShared(location)) {
    await sql`select 1`.execute(db);
    return null;
  }
  const { rows } = await sql<{ at: string; version: number }>`
    select current_timestamp as at, current_setting('server_version_num')::int as version`.execute(db);
  return rows[0] ?? null;
}

/** @param version as PostgreSQL counts, e.g. 150004 for 15.4 */
export function versionFindings(version: number): Finding[] {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST_POSTGRES) return [];
  return [
    problem(
      SUBJECT,
      `PostgreSQL ${major} is too old`,
      `Callpoint needs PostgreSQL ${OLDEST_POSTGRES} or newer: upgrade it, or move to a newer server with npm run move.`,
    ),
  ];
}

async function newestRowFindings(db: Db): Promise<Finding[]> {
  const newest = await db.selectFrom('audit').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return newest ? checkNewestRow(new Date(newest.at), new Date()) : [];
}

async function tablesFinding(db: Db, text: string): Promise<Finding> {
  const tables = await findTables(db);
  if (tables === 'none') {
    return notice(
      SUBJECT,
      `${text}, and has no tables yet: the first start creates them`,
      'If a server has used it already, run the doctor with the settings of the server: they name another database.',
    );
  }
  const newer = await newerVersionProblem(db);
  if (newer !== null) return problem(SUBJECT, `${text}, but the server would not start`, newer);
  if (tables === 'current') return ok(SUBJECT, text);
  return warning(
    SUBJECT,
    `${text}, with the tables of an older version`,
    'The next start updates them. Make a backup before it.',
  );
}

function privacyFindings(location: DatabaseLocation): Finding[] {
  return dataReadableByOthers(location).map((path) =>
    warning(SUBJECT, `other users can read ${path}`, 'Change its owner, or its mode to 0700 or 0600.'),
  );
}

async function checkNotifications(url: string): Promise<Finding> {
  const fix =
    'If DATABASE_URL is the address of a pooler, set DATABASE_LISTEN_URL to the address of PostgreSQL itself.';
  try {
    if (await receivesNotifications(url)) return ok('Events', 'processes can notify each other');
    return problem('Events', 'a notification does not arrive: consoles would not be live', fix);
  } catch (error) {
    return problem('Events', `processes cannot notify each other: ${errorText(error)}`, fix);
  }
}
