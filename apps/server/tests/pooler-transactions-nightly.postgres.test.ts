import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { executedMigrations, isMigrated, migrate } from '../src/db/migrate.ts';
import { prepared } from '../src/db/queries/prepared.ts';
import type { Db } from '../src/db/tables.ts';
import { buildAdmin, buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { openEventStream } from '../src/testing/calls/event-client.ts';
import {
  countDeliveries,
  limitToOneEmailPerPress,
  waitUntilDelivered,
} from '../src/testing/crashes/delivery-count.ts';
import { type AcknowledgedPress, startPressClients } from '../src/testing/crashes/press-clients.ts';
import { emptyLocation, failUnlessClosed, testDatabase } from '../src/testing/databases/database.ts';
import {
  type Pooler,
  startPooler,
  PREPARES_QUERIES,
  IN_TRANSACTION_MODE,
} from '../src/testing/databases/pooler.ts';
import { startLonePostgres } from '../src/testing/databases/postgres-cluster.ts';
import { gate } from '../src/testing/outbox.ts';
import {
  databaseVariables,
  runDoctor,
  startProblem,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';
import { startSteadyPhones } from '../src/testing/phones/steady-phones.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { exampleStatus } from '../src/testing/routes/route-example.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import { buildTenant } from '../src/testing/tenant.ts';
import { startLoadBalancer } from '../src/testing/upgrades/load-balancer.ts';
import { inSnapshot } from '../src/transfer/read-parts.ts';

/** PgBouncer gives each transaction another session, and prepares our queries in it: as documented in docs/operations.md. */

/** As documented. */
const PREPARED = 200;
/** Fewer than the statements of one press, so that each press evicts some. */
const FEW = 5;
/** Of PostgreSQL: fewer than a server opens to the pooler, so that they change all the time. */
const SESSIONS = 4;
/** Presses a second. */
const RATE = 40;
const PRESSES = 40;
/** Followed by a migration without indexes, and one with indexes. */
const BEFORE_INDEX = '0063-help-sent-at';
const PHONES = 5;
const DATE = '2026-11-21T08:14:07.120Z';

const transactions = (prepares: number, sessions = SESSIONS) =>
  ({ mode: 'transaction', prepared: prepares, sessions }) as const;

function directUrl(location: Parameters<typeof databaseVariables>[0]): string {
  return databaseVariables(location)['DATABASE_URL'] ?? '';
}

/** Opens a database through a pooler; each error of a connection fails the test. */
function openThrough({ url }: Pooler): Db {
  const db = openDatabase({ kind: 'postgres', url }, failUnlessClosed);
  onTestFinished(() => db.destroy());
  return db;
}

/** Servers of one empty database behind a pooler, with phones that press, and a mail server. */
async function startWorld(prepares: number) {
  const postgres = await startLonePostgres();
  onTestFinished(() => postgres.stop());
  const pooler = await startPooler(postgres.url, {
    ...transactions(prepares),
    settings: ['server_login_retry = 1'],
  });
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const balancer = await startLoadBalancer();
  onTestFinished(() => balancer.close());
  const variables = {
    SMTP_URL: smtp.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATABASE_LISTEN_URL: postgres.url,
  };
  const start = async () => {
    const server = await startServerProcess({ kind: 'postgres', url: pooler.url }, { variables });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server;
  };
  // Both migrate the empty database.
  const servers = await Promise.all([start(), start()]);
  for (const { url } of servers) await balancer.add(url);
  const db = openDatabase({ kind: 'postgres', url: postgres.url }, () => {});
  onTestFinished(() => db.destroy());
  const team = await buildTeam(db);
  await limitToOneEmailPerPress(db, team.id);
  const tokens: string[] = [];
  for (let phone = 0; phone < PHONES; phone += 1)
    tokens.push(await buildSession(db, 'app_user', (await buildAppUser(db, team.id)).id));
  const phones = startSteadyPhones(balancer.url, { tokens, rate: RATE });
  /** @param more presses of others that were acknowledged */
  const stop = async (more: readonly AcknowledgedPress[] = []) => {
    await phones.stop();
    expect(phones.failed).toEqual([]);
    await waitUntilDelivered(db, 60_000);
    const acknowledged = [...phones.acknowledged, ...more];
    expect((await countDeliveries(db, acknowledged, smtp.mails)).problems).toEqual([]);
  };
  return { postgres, pooler, balancer, start, servers, db, team, tokens, phones, stop };
}

/** Queries with these numbers, each of which has a text of its own. */
function ownQueries(from: number, count: number) {
  return Array.from({ length: count }, (_, at) => {
    const number = sql.lit(from + at);
    return prepared<{ value: number }, { sum: number }>(
      (_db, param) => sql<{ sum: number }>`select ${param('value')}::integer + ${number} as sum`,
    );
  });
}

test.skipIf(!PREPARES_QUERIES)(
  `${IN_TRANSACTION_MODE}: presses, delivery and live events work while other queries push out the prepared ones, after RECONNECT, and while processes restart`,
  async () => {
    const { pooler, balancer, start, servers, db, team, phones, stop } = await startWorld(PREPARED);
    const [one, other] = servers;
    if (!one || !other) throw new Error('no server');
    const stream = await openEventStream(other.url, await buildSession(db, 'team', team.id));
    await phones.more(PRESSES);
    await stream.received('submission.created');
    const through = openThrough(pooler);
    for (const from of [0, 1_000]) {
      // More than PgBouncer keeps, in every session.
      const queries = ownQueries(from, 2 * PREPARED);
      for (let round = 0; round < 2; round += 1)
        for (const query of queries) expect(await query(through, { value: 1 })).toHaveLength(1);
      await phones.more(PRESSES);
    }
    const kept = (await pooler.command('show servers')).map((row) => Number(row['prepared_statements']));
    expect(Math.max(...kept)).toBe(PREPARED);
    await pooler.command('reconnect');
    await phones.more(PRESSES);
    expect(phones.acknowledged.filter(({ attempts }) => attempts > 1)).toEqual([]);
    for (const server of [one, other]) {
      const replacement = await start();
      await balancer.add(replacement.url);
      const ended = server.end('SIGTERM');
      await balancer.removed(server.url);
      const { code, stdout, stderr } = await ended;
      const problems = stdout.split('\n').filter((line) => /^\{"level":[4-6]/.test(line));
      expect([code, stderr, problems]).toEqual([0, '', []]);
      await phones.more(PRESSES);
    }
    await stop();
    expect(pooler.problems()).toEqual([]);
  },
  240_000,
);

test.skipIf(!PREPARES_QUERIES)(
  `${IN_TRANSACTION_MODE}: presses in batches and their delivery work if each of them pushes out prepared queries`,
  async () => {
    const { pooler, balancer, tokens, phones, stop } = await startWorld(FEW);
    const batches = startPressClients({
      token: tokens[0] ?? '',
      presses: 10 * PRESSES,
      connections: PRESSES,
    });
    batches.connectTo(balancer.url);
    await batches.done;
    await phones.more(PRESSES);
    await stop(batches.acknowledged);
    const repeated = [...phones.acknowledged, ...batches.acknowledged].filter(({ attempts }) => attempts > 1);
    expect(repeated).toEqual([]);
    expect(pooler.problems()).toEqual([]);
  },
);

test.skipIf(!PREPARES_QUERIES)(`${IN_TRANSACTION_MODE}: migrations leave no lock in a session`, async () => {
  const location = await emptyLocation();
  const direct = openDatabase(location, failUnlessClosed);
  onTestFinished(() => direct.destroy());
  // Each transaction gets another session.
  const settings = ['server_round_robin = 1'];
  const pooler = await startPooler(directUrl(location), { ...transactions(PREPARED), settings });
  const through = openThrough(pooler);
  const { opened, open } = gate();
  let begun = 0;
  const sessions = Array.from({ length: SESSIONS }, () =>
    through.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      begun += 1;
      if (begun === SESSIONS) open();
      await opened;
    }),
  );
  await Promise.all(sessions);
  expect(await migrate(through)).not.toEqual([]);
  const locks = await sql<{ pid: number }>`select pid from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    direct,
  );
  expect(locks.rows).toEqual([]);
});

test.skipIf(!PREPARES_QUERIES)(
  `${IN_TRANSACTION_MODE}: a transfer leaves its limits in no session`,
  async () => {
    const { location } = await testDatabase();
    const pooler = await startPooler(directUrl(location), transactions(PREPARED, 1));
    const through = openThrough(pooler);
    const limits = async (on: Db) =>
      (
        await sql<object>`select current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(on)
      ).rows;
    const ofServers = [{ statement: '65s', lock: '2s', idle: '5s' }];
    expect(await limits(through)).toEqual(ofServers);
    const transfer = openDatabase({ kind: 'postgres', url: pooler.url }, failUnlessClosed, {
      isTransfer: true,
    });
    onTestFinished(() => transfer.destroy());
    const ofTransfers = [{ statement: '0', lock: '0', idle: '1min' }];
    expect(await transfer.transaction().execute(limits)).toEqual(ofTransfers);
    expect(await inSnapshot(transfer, limits)).toEqual([{ ...ofTransfers[0], idle: '0' }]);
    expect(await limits(through)).toEqual(ofServers);
  },
);

test.skipIf(!PREPARES_QUERIES)(
  `${IN_TRANSACTION_MODE}: the doctor writes which settings the role lacks`,
  async () => {
    const postgres = await startLonePostgres();
    onTestFinished(() => postgres.stop());
    const db = openDatabase({ kind: 'postgres', url: postgres.url }, failUnlessClosed);
    onTestFinished(() => db.destroy());
    await migrate(db);
    const pooler = await startPooler(postgres.url, transactions(PREPARED));
    const run = async (url: string) =>
      (await runDoctor({ DATABASE_URL: url, DATABASE_LISTEN_URL: postgres.url })).stdout;
    expect(await run(postgres.url)).not.toContain('Sessions:');
    const before = await run(pooler.url);
    expect(before).toMatch(/^WARNING {2}Sessions: .*lock_timeout = 0ms instead of 2000ms/m);
    const statements = before.match(/alter role .*;/g) ?? [];
    expect(statements).toHaveLength(4);
    for (const statement of statements) await sql.raw(statement).execute(db);
    await pooler.command('reconnect');
    expect(await run(pooler.url)).not.toContain('Sessions:');
  },
);

test.skipIf(!PREPARES_QUERIES)(
  `${IN_TRANSACTION_MODE}: while the database restarts under load, no accepted press is lost, and each message is sent once`,
  async () => {
    const { postgres, phones, stop } = await startWorld(PREPARED);
    await phones.more(PRESSES);
    for (const signal of ['SIGQUIT', 'SIGINT'] as const) {
      await postgres.restart(signal);
      await phones.more(PRESSES);
    }
    await stop();
    // Otherwise the restarts met no press.
    expect(phones.acknowledged.filter(({ attempts }) => attempts > 1)).not.toEqual([]);
  },
);

test.skipIf(!PREPARES_QUERIES)(
  `${IN_TRANSACTION_MODE}: a start that must build indexes needs DATABASE_LISTEN_URL, and changes nothing without it`,
  async () => {
    const location = await emptyLocation();
    const db = openDatabase(location, failUnlessClosed);
    onTestFinished(() => db.destroy());
    await migrate(db, BEFORE_INDEX);
    const { url } = await startPooler(directUrl(location), transactions(PREPARED));
    const problem = await startProblem({ variables: { DATABASE_URL: url } });
    expect(problem).toMatch(/^Settings: indexes must be built, .*: set DATABASE_LISTEN_URL /);
    // Neither is it the address of the pooler.
    expect(await startProblem({ variables: { DATABASE_URL: url, DATABASE_LISTEN_URL: url } })).toBe(problem);
    expect((await executedMigrations(db)).at(-1)).toBe(BEFORE_INDEX);
    const variables = { DATABASE_LISTEN_URL: directUrl(location) };
    const server = await startServerProcess({ kind: 'postgres', url }, { variables });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    expect(await isMigrated(db)).toBe(true);
  },
);

/** The status of a call whose response is read, or canceled if it never ends. */
async function readStatus(url: URL): Promise<number> {
  const response = await fetch(url);
  if (url.pathname.endsWith('/events')) await response.body?.cancel();
  else await response.arrayBuffer();
  return response.status;
}

test.skipIf(!PREPARES_QUERIES)(`${IN_TRANSACTION_MODE}: each call that reads works, twice`, async () => {
  const { db, location } = await testDatabase();
  const tenant = await buildTenant(db);
  const pooler = await startPooler(directUrl(location), transactions(PREPARED));
  const variables = { DATABASE_LISTEN_URL: directUrl(location) };
  const server = await startServerProcess({ kind: 'postgres', url: pooler.url }, { variables });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const ids = { team: tenant.team.id, app_user: tenant.user.id, admin: (await buildAdmin(db)).id };
  const unexpected: string[] = [];
  const reads = ROUTES.filter(({ method, allowed }) => method === 'GET' && allowed.length > 0);
  for (const round of [1, 2]) {
    const rows = await prepareExampleRows(db, tenant);
    for (const route of reads) {
      const role = route.allowed === 'public' ? undefined : route.allowed[0];
      const url = new URL(route.path, server.url);
      for (const [key, value] of Object.entries(route.example(rows).query ?? {}))
        url.searchParams.set(key, `${value}`);
      if (role) url.searchParams.set('token', await buildSession(db, role, ids[role]));
      const status = await readStatus(url);
      // The second round of exports is more than their quota.
      if (status !== exampleStatus(route) && (round === 1 || status !== 429))
        unexpected.push(`${route.path}: ${status}`);
    }
  }
  expect(unexpected).toEqual([]);
  expect(pooler.problems()).toEqual([]);
});

const addProgress = prepared<{ name: string }, never>(
  (db, param) => db.insertInto('progress').values({ name: param('name'), done_until: DATE }),
  'not read',
);
const countProgress = prepared<{ name: string }, { count: number }>((db, param) =>
  db
    .selectFrom('progress')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('name', '=', param('name')),
);

const removeProgress = prepared<object, { name: string }>((db) =>
  db
    .with('removed', (cte) => cte.deleteFrom('progress').where('done_until', '=', DATE).returning('name'))
    .selectFrom('removed')
    .select('name')
    .orderBy('name'),
);

test.skipIf(!PREPARES_QUERIES)(
  `${IN_TRANSACTION_MODE}: a statement after one that failed can be sent again, also if PostgreSQL has not parsed it`,
  async () => {
    const { location } = await testDatabase();
    const pooler = await startPooler(directUrl(location), transactions(PREPARED, 1));
    const through = openThrough(pooler);
    await through.connection().execute(async (one) => {
      const add = (name: string) =>
        one.transaction().execute(async (tx) => {
          await addProgress(tx, { name });
          return await countProgress(tx, { name });
        });
      await sql`insert into progress (name, done_until) values ('taken', ${DATE})`.execute(one);
      for (let attempt = 0; attempt < 2; attempt += 1)
        await expect(add('taken')).rejects.toMatchObject({ code: '23505' });
      expect(await add('free')).toEqual([{ count: 1 }]);
      // PostgreSQL does not parse it while the table is missing.
      await sql`alter table progress rename to gone`.execute(one);
      for (let attempt = 0; attempt < 2; attempt += 1)
        await expect(removeProgress(one, {})).rejects.toMatchObject({ code: '42P01' });
      await sql`alter table gone rename to progress`.execute(one);
      expect(await removeProgress(one, {})).toEqual([{ name: 'free' }, { name: 'taken' }]);
    });
    expect(pooler.problems()).toEqual([]);
  },
);

test.skipIf(!PREPARES_QUERIES)(
  `${IN_TRANSACTION_MODE}: after RECONNECT, a query whose result has other columns works again`,
  async () => {
    const { db, location } = await testDatabase();
    const pooler = await startPooler(directUrl(location), transactions(PREPARED));
    const through = openThrough(pooler);
    const read = prepared<object, object>((on) => on.selectFrom('progress').selectAll());
    const inTransaction = () => through.transaction().execute((tx) => read(tx, {}));
    await inTransaction();
    await sql`alter table progress add column added integer default 7`.execute(db);
    // The session keeps what it has prepared, whichever connection uses it.
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(inTransaction()).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
    expect(await read(through, {})).toContainEqual(expect.objectContaining({ added: 7 }));
    await pooler.command('reconnect');
    expect(await inTransaction()).toContainEqual(expect.objectContaining({ added: 7 }));
  },
);
