import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type DatabaseLocation } from '../src/db/connection.ts';
import { getDialect } from '../src/db/dialect.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { migrate } from '../src/db/migrate.ts';
import { TABLES, type Db } from '../src/db/tables.ts';
import { imageFolder } from '../src/images/open-store.ts';
import { createDatabase } from '../src/testing/databases/postgres-databases.ts';
import { fillEveryTable } from '../src/testing/rows/every-table.ts';
import { runTransfer, startServerProcess } from '../src/testing/processes/server-process.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';
import { readParts, summarize } from '../src/transfer/read-parts.ts';

/** `npm run move` between SQLite and PostgreSQL. */

function sqliteLocation(): DatabaseLocation {
  const folder = temporaryFolder('callpoint-move-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { kind: 'sqlite', file: join(folder, 'callpoint.db') };
}

async function postgresLocation(): Promise<DatabaseLocation> {
  return {
    kind: 'postgres',
    url: await createDatabase(`callpoint_move_${randomUUID().replaceAll('-', '')}`),
  };
}

const addressOf = (location: DatabaseLocation) =>
  location.kind === 'postgres' ? location.url : `sqlite:${dirname(location.file)}`;

const move = (from: DatabaseLocation, to: DatabaseLocation) =>
  runTransfer('move', {}, ['--from', addressOf(from), '--to', addressOf(to)]);

async function using<Result>(location: DatabaseLocation, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(location, () => {}, { isTransfer: true });
  return await work(db).finally(() => db.destroy());
}

const contentOf = (location: DatabaseLocation) =>
  using(location, (db) => db.connection().execute((one) => contentOn(one, location)));

async function contentOn(db: Db, location: DatabaseLocation) {
  await getDialect(db).beginSnapshot.execute(db);
  const summary = await summarize(readParts(db, imageFolder(location)));
  await getDialect(db).endSnapshot.execute(db);
  return Object.fromEntries(summary);
}

async function filled(location: DatabaseLocation): Promise<DatabaseLocation> {
  await using(location, async (db) => {
    await migrate(db);
    await fillEveryTable(db, imageFolder(location));
  });
  return location;
}

/** Migrates a new database and fills it; returns what `fill` returned, with the database. */
async function usingNew<Result extends object>(
  location: DatabaseLocation,
  fill: (db: Db) => Promise<Result>,
): Promise<Result & { location: DatabaseLocation }> {
  const result = await using(location, async (db) => {
    await migrate(db);
    return await fill(db);
  });
  return { ...result, location };
}

test('SQLite to PostgreSQL to SQLite keeps every value of every table, and the ids continue', async () => {
  const first = await filled(sqliteLocation());
  const before = await contentOf(first);
  expect(Object.keys(before).toSorted()).toEqual(Object.keys(TABLES).toSorted());
  expect(Object.entries(before).filter(([, { rows }]) => rows !== 3)).toEqual([]);
  const second = await postgresLocation();
  expect(await move(first, second)).toMatchObject({ code: 0, stderr: '' });
  const third = sqliteLocation();
  expect(await move(second, third)).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(second)).toEqual(before);
  expect(await contentOf(third)).toEqual(before);
  expect(await contentOf(first)).toEqual(before);
  for (const location of [second, third]) {
    const { id } = await using(location, (db) =>
      db
        .insertInto('config')
        .values({ config_key: 'new', config_value: '', updated_at: new Date().toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    expect(id).toBe(40 + 'config'.length + 1);
  }
});

test('PostgreSQL to PostgreSQL, SQLite to SQLite', async () => {
  const [one, two] = [await filled(await postgresLocation()), await postgresLocation()];
  expect(await move(one, two)).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(two)).toEqual(await contentOf(one));
  const [three, four] = [await filled(sqliteLocation()), sqliteLocation()];
  expect(await move(three, four)).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(four)).toEqual(await contentOf(three));
});

test('what others have created in the database is not copied; tables among it are named', async () => {
  const [from, to] = [await filled(await postgresLocation()), await postgresLocation()];
  // Of a type that is not copied, like the views that an extension for statistics creates.
  const createViews = async (db: Db) => {
    await sql`create view statistics as select pi() as figure`.execute(db);
    await sql`create foreign data wrapper elsewhere`.execute(db);
    await sql`create server elsewhere foreign data wrapper elsewhere`.execute(db);
    await sql`create foreign table remote (figure double precision) server elsewhere`.execute(db);
  };
  await using(from, async (db) => {
    await createViews(db);
    await sql`create table notes (figure double precision, team_id integer references team)`.execute(db);
    await sql`insert into notes values (1)`.execute(db);
  });
  await using(to, createViews);
  const moved = await move(from, to);
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  expect(moved.stdout).toContain(
    '\nThe table notes of this database is not of Callpoint, and not part of it.\n',
  );
  expect(await contentOf(to)).toEqual(await contentOf(from));

  const used = await postgresLocation();
  await using(used, async (db) => void (await sql`create table notes (figure double precision)`.execute(db)));
  expect(await move(from, used)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it is not empty: it has 1 table. Those with rows: none'),
  });
});

test('after a move, a phone gets its first response again, presses are numbered on, and changed settings count', async () => {
  const { location, token, teamId } = await usingNew(sqliteLocation(), async (db) => {
    const team = await buildTeam(db);
    const user = await buildAppUser(db, team.id);
    return { teamId: team.id, token: await buildSession(db, 'app_user', user.id) };
  });
  const start = async (on: DatabaseLocation) => {
    const server = await startServerProcess(on);
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const press = async (client_id: string) => {
      const response = await fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id, button_id: 2 }),
      });
      expect(response.status).toBe(200);
      const { data } = (await response.json()) as { data: { id: number; repeated: boolean } };
      return data;
    };
    return { press, server };
  };
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const source = await start(location);
  const { id } = await source.press(first);
  await source.server.end('SIGTERM');
  const target = await postgresLocation();
  expect(await move(location, target)).toMatchObject({ code: 0, stderr: '' });
  const { press } = await start(target);
  expect(await press(first)).toMatchObject({ id, repeated: true });
  const next = await press(second);
  expect(next.repeated).toBe(false);
  expect(next.id).toBeGreaterThan(id);
  await using(target, (db) =>
    db
      .updateTable('settings')
      .set({ setting_value: 'moved@work.example' })
      .where('team_id', '=', teamId)
      .where('setting_key', '=', 'mail_to_admin_emails_2')
      .execute(),
  );
  const { id: last } = await press(third);
  const notified = await using(target, (db) =>
    db
      .selectFrom('delivery')
      .select('address')
      .where('button_click_id', '=', last)
      .where('channel', '=', 'email')
      .where('role', '=', 'team')
      .execute(),
  );
  expect(notified).toEqual([{ address: 'moved@work.example' }]);
});

test('a move that fails leaves the target empty, and the next one succeeds', async () => {
  const source = await filled(sqliteLocation());
  const target = await postgresLocation();
  const change = (value: string) =>
    using(source, (db) => db.updateTable('version').set({ changes: value }).where('id', '=', 2).execute());
  await change('before\u0000after');
  expect(await move(source, target)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^rows of the table version cannot be stored: .*0x00\n$/),
  });
  expect(await using(target, (db) => getDialect(db).storedColumns(db))).toEqual([]);
  await using(source, (db) =>
    sql`update version set changes = 'x', subject_id = 3000000000 where id = 2`.execute(db),
  );
  expect(await move(source, target)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('rows of the table version cannot be stored'),
  });
  await using(source, (db) => sql`update version set subject_id = 2 where id = 2`.execute(db));
  expect(await move(source, target)).toMatchObject({ code: 0 });
  expect(await contentOf(target)).toEqual(await contentOf(source));
});

test('a move whose rows are not stored as they were read leaves the target empty, and the next one succeeds', async () => {
  const source = await filled(sqliteLocation());
  const target = await postgresLocation();
  await using(target, alterStoredRows);
  expect(await move(source, target)).toEqual(
    expect.objectContaining({
      code: 1,
      stdout: '',
      stderr: 'the stored rows differ from the rows of the source: config\n',
    }),
  );
  expect(await using(target, (db) => getDialect(db).storedColumns(db))).toEqual([]);
  await using(target, (db) => sql`drop event trigger alter_rows`.execute(db));
  expect(await move(source, target)).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(target)).toEqual(await contentOf(source));
});

/** A table `config` that is created from now on stores its rows with other values. */
async function alterStoredRows(db: Db): Promise<void> {
  await sql`create function alter_row() returns trigger language plpgsql as $$ begin
      new.config_value = new.config_value || ' ';
      return new;
    end $$`.execute(db);
  await sql`create function alter_rows() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.config') then
        create trigger alter_row before insert on config for each row execute function alter_row();
      end if;
    end $$`.execute(db);
  await sql`create event trigger alter_rows on ddl_command_end when tag in ('CREATE TABLE')
    execute function alter_rows()`.execute(db);
}

test('a move is rejected with all its problems, and changes nothing', async () => {
  const [source, target] = [sqliteLocation(), await postgresLocation()];
  for (const location of [source, target]) await using(location, (db) => migrate(db));
  const before = [await contentOf(source), await contentOf(target)];
  const server = await startServerProcess(source);
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const both = await move(source, target);
  expect(both).toMatchObject({ code: 1, stdout: '' });
  expect(both.stderr.split('\n')).toEqual([
    expect.stringMatching(/^another Callpoint server is running on \S+callpoint\.db: stop it first/),
    expect.stringMatching(
      /^PostgreSQL 127\.0\.0\.1:\d+\/callpoint_move_\w+: it is not empty: it has \d+ tables\. Those with rows: migration_support \(\d+\), progress \(1\)$/,
    ),
    '',
  ]);
  expect(both.stderr).not.toContain('postgres:');
  await server.end('SIGTERM');
  expect(await contentOf(target)).toEqual(before[1]);

  // A name of its own in the URL does not hide the server.
  const other = await startServerProcess({
    kind: 'postgres',
    url: `${addressOf(target)}?application_name=prod`,
  });
  onTestFinished(async () => void (await other.end('SIGKILL')));
  expect(await move(target, sqliteLocation())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a Callpoint server is connected to it: stop all servers first'),
  });
  const none = sqliteLocation();
  const nowhere: DatabaseLocation = { kind: 'postgres', url: 'postgres://nobody:secret@127.0.0.1:1/x' };
  const missing = await move(none, nowhere);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(
    /callpoint\.db: there is no database\nPostgreSQL 127\.0\.0\.1:1\/x: .*ECONNREFUSED/,
  );
  expect(missing.stderr).not.toContain('secret');
  expect(await move(source, source)).toMatchObject({
    code: 1,
    stderr: '--from and --to are the same database\n',
  });
});

test.each([
  { args: [], lines: [/^--from is missing: it must be sqlite:/, /^--to is missing/, /^usage:/] },
  {
    args: ['--from', 'mysql://x', '--to', 'sqlite:a.db'],
    lines: [/^--from must be/, /^--to must be/, /^usage:/],
  },
  {
    args: ['--from', 'postgres://me:p#w@db.example/x', '--to', 'sqlite:a'],
    lines: [/^--from must write # as %23/, /^usage:/],
  },
  { args: ['--from', 'sqlite:a'], lines: [/^--to is missing/, /^usage:/] },
  { args: ['--form', 'sqlite:a'], lines: [/^usage:/] },
  { args: ['a', 'b'], lines: [/^usage:/] },
])('the arguments $args are rejected', async ({ args, lines }) => {
  const { code, stdout, stderr } = await runTransfer('move', {}, args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toEqual(lines.map((line) => expect.stringMatching(line)));
});
