import { existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase, type DatabaseLocation } from '../../db/connection.ts';
import { buildSession, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { waitUntilDelivered, countDeliveries, limitToOneEmailPerPress } from './delivery-count.ts';
import { createEmailBarrier } from '../providers/email-barrier.ts';
import { startPressClients } from './press-clients.ts';
import { startServerProcess, type ProcessExit, type ServerProcess } from '../processes/server-process.ts';
import { startSmtpServer } from '../providers/smtp.ts';

const PRESSES = 60;
const IN_FLIGHT = 50;
const DELIVERED_WITHIN = 60_000;

export type FsyncRun = {
  presses: number;
  /** The server was killed, or stopped by itself. False if the run has fewer fsyncs. */
  killed: boolean;
  problems: string[];
};

/**
 * Sends presses to the server on SQLite. strace kills the server when it enters its fsync number `at` (from 1). Then a
 * power failure is simulated: everything that was written to the database's log after the last completed fsync is
 * removed. After a restart, every acknowledged press must be stored. Emails wait until 50 are in flight.
 * @param at null: the server is killed when all presses are acknowledged and all emails are sent
 * @param fault `error`: the fsync number `at` of a commit fails instead, and the server must stop by itself
 * @param location a migrated database that no process has open
 */
export async function runFsyncCrash(
  location: DatabaseLocation,
  at: number | null,
  fault: 'kill' | 'error' = 'kill',
): Promise<FsyncRun> {
  if (location.kind !== 'sqlite') throw new Error('only the server on SQLite writes to the disk itself');
  const token = await prepare(location);
  const smtp = await startSmtpServer();
  const barrier = createEmailBarrier(smtp);
  const clients = startPressClients({ token, presses: PRESSES, connections: 10 });
  const variables = {
    SMTP_URL: `${smtp.url}?maxConnections=100`,
    MAIL_FROM: 'alerts@callpoint.example',
    // strace counts the syncs of each thread: one thread waits for those of all commits.
    UV_THREADPOOL_SIZE: '1',
  };
  const trace = join(dirname(location.file), 'strace');
  let server: ServerProcess | undefined;
  try {
    const inFlight = barrier.collect(IN_FLIGHT);
    void inFlight.then(() => barrier.releaseAll());
    const first = startServerProcess(location, { variables, under: strace(trace, at, fault) }).catch(
      () => null,
    );
    server = (await first) ?? undefined;
    if (server) {
      clients.connectTo(server.url);
      void server.exited.then(() => clients.connectTo(null));
      // No other process may have the database open: a power failure would kill it too.
      await Promise.race([server.exited, clients.done.then(() => smtp.waitFor(PRESSES))]);
    }
    const exit: ProcessExit | undefined = await server?.end(at === null ? 'SIGKILL' : 'SIGTERM');
    const killed = exit?.signal !== null || exit.code !== 0;
    if (killed) {
      simulatePowerFailure(location.file, trace);
      server = await startServerProcess(location, { variables });
      clients.connectTo(server.url);
    }
    barrier.releaseAll();
    await clients.done;
    const db = openDatabase(location, () => {});
    try {
      if (killed) await waitUntilDelivered(db, DELIVERED_WITHIN);
      const { problems } = await countDeliveries(db, clients.acknowledged, smtp.mails);
      return { presses: PRESSES, killed, problems: problems.map((text) => `fsync ${at ?? 'none'}: ${text}`) };
    } finally {
      await db.destroy();
    }
  } finally {
    await server?.end('SIGKILL');
    await smtp.close();
  }
}

async function prepare(location: DatabaseLocation): Promise<string> {
  const db = openDatabase(location, () => {});
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  await limitToOneEmailPerPress(db, team.id);
  const token = await buildSession(db, 'app_user', user.id);
  await db.destroy();
  return token;
}

/** With -D, strace is a child of the server and not its parent, so that a signal reaches the server. */
function strace(trace: string, at: number | null, fault: 'kill' | 'error'): string[] {
  const calls = ['-e', 'trace=pwrite64,fsync,fdatasync'];
  const injected =
    fault === 'kill'
      ? `inject=fsync,fdatasync:signal=SIGKILL:when=${at}`
      : `inject=fdatasync:error=EIO:when=${at}`;
  const inject = at === null ? [] : ['-e', injected];
  return ['strace', '-D', '-f', '-qq', '-y', '-s', '0', '-o', trace, ...calls, ...inject];
}

const WRITE = /^(\d+) +pwrite64\(\d+<([^>]*)>, .*, (\d+), (\d+)(?:\) += (\d+)| <unfinished \.\.\.>)$/;
const WRITTEN = /^(\d+) +<\.\.\. pwrite64 resumed>\) += \d+$/;
const SYNC = /^(\d+) +f(?:data)?sync\(\d+<([^>]*)>(?:\) += (0)| <unfinished)/;
const SYNCED = /^(\d+) +<\.\.\. f(?:data)?sync resumed>\) += 0$/;

/**
 * Removes the part of the database's log that was not synced to the disk, according to the trace of the writing
 * process.
 */
function simulatePowerFailure(file: string, trace: string): void {
  const log = `${file}-wal`;
  let [written, synced] = [0, 0];
  /** How much was written when a process started to wait for the disk, by process id. */
  const started = new Map<string, number>();
  /** Where a write that another thread's call interrupted in the trace ends, by process id. */
  const unfinished = new Map<string, number>();
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    const [, writer = '', to, length, offset, isWritten] = WRITE.exec(line) ?? [];
    if (to === log) {
      if (offset === '0' && written > 0) throw new Error('the run is too long: the log was started again');
      const end = Number(offset) + Number(length);
      if (isWritten === undefined) unfinished.set(writer, end);
      else written = Math.max(written, end);
    }
    const [, finished = ''] = WRITTEN.exec(line) ?? [];
    written = Math.max(written, unfinished.get(finished) ?? 0);
    unfinished.delete(finished);
    const [, by = '', of, isDone] = SYNC.exec(line) ?? [];
    if (of === log && isDone) synced = written;
    else if (of === log) started.set(by, written);
    const [, resumed = ''] = SYNCED.exec(line) ?? [];
    synced = Math.max(synced, started.get(resumed) ?? 0);
  }
  if (!existsSync(log)) return;
  if (statSync(log).size > synced) truncateSync(log, synced);
  rmSync(`${file}-shm`, { force: true });
}
