import { existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase, type DatabaseLocation } from '../db/connection.ts';
import { buildSession, buildAppUser, buildTeam } from '../factories/accounts.ts';
import { allDelivered, countDeliveries, oneMailPerPress } from './delivery-count.ts';
import { mailCrowd } from './mail-crowd.ts';
import { pressClients } from './press-clients.ts';
import { startServerProcess, type Ended, type ServerProcess } from './server-process.ts';
import { startSmtpServer } from './smtp.ts';

const PRESSES = 60;
const IN_FLIGHT = 50;
const DELIVERED_WITHIN = 60_000;

export type FsyncRun = {
  presses: number;
  /** False where the run has fewer fsyncs. */
  killed: boolean;
  problems: string[];
};

/**
 * The server on SQLite under presses, killed by strace as it enters its fsync number `at` (from 1); then the power
 * fails: what was written to the log of the database after the last fsync that ended is cut away. Started again, it
 * must have every press that was answered. Mails wait until 50 are in flight.
 * @param at null: killed when everything has been answered and sent
 * @param location a migrated database that nobody has open
 */
export async function fsyncRun(location: DatabaseLocation, at: number | null): Promise<FsyncRun> {
  if (location.kind !== 'sqlite') throw new Error('PostgreSQL waits for the disk by itself');
  const token = await prepare(location);
  const smtp = await startSmtpServer();
  const crowd = mailCrowd(smtp);
  const clients = pressClients({ token, presses: PRESSES, connections: 10 });
  const variables = { SMTP_URL: `${smtp.url}?maxConnections=100`, MAIL_FROM: 'alerts@callpoint.example' };
  const trace = join(dirname(location.file), 'strace');
  let server: ServerProcess | undefined;
  try {
    const inFlight = crowd.gather(IN_FLIGHT);
    void inFlight.then(() => crowd.dissolve());
    const first = startServerProcess(location, { variables, under: strace(trace, at) }).catch(() => null);
    server = (await first) ?? undefined;
    if (server) {
      clients.aim(server.url);
      void server.ended.then(() => clients.aim(null));
      // Nobody else has the database open: a power failure ends every process.
      await Promise.race([server.ended, clients.done.then(() => smtp.waitFor(PRESSES))]);
    }
    const ended: Ended | undefined = await server?.end(at === null ? 'SIGKILL' : 'SIGTERM');
    const killed = ended?.signal !== null;
    if (killed) {
      failPower(location.file, trace);
      server = await startServerProcess(location, { variables });
      clients.aim(server.url);
    }
    crowd.dissolve();
    await clients.done;
    const db = openDatabase(location, () => {});
    try {
      if (killed) await allDelivered(db, DELIVERED_WITHIN);
      const { problems } = await countDeliveries(db, clients.answered, smtp.mails);
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
  await oneMailPerPress(db, team.id);
  const token = await buildSession(db, 'app_user', user.id);
  await db.destroy();
  return token;
}

/** -D: strace beside the server, not before it, so that a signal reaches the server. */
function strace(trace: string, at: number | null): string[] {
  const calls = ['-e', 'trace=pwrite64,fsync,fdatasync'];
  const kill = at === null ? [] : ['-e', `inject=fsync,fdatasync:signal=SIGKILL:when=${at}`];
  return ['strace', '-D', '-f', '-qq', '-y', '-s', '0', '-o', trace, ...calls, ...kill];
}

const WRITE = /pwrite64\(\d+<([^>]*)>, .*, (\d+), (\d+)\) = \d+$/;
const SYNC = /^(\d+) +f(?:data)?sync\(\d+<([^>]*)>(?:\) += (0)| <unfinished)/;
const SYNCED = /^(\d+) +<\.\.\. f(?:data)?sync resumed>\) += 0$/;

/** Cuts away what the log of the database had not brought to the disk, by the trace of the process that wrote it. */
function failPower(file: string, trace: string): void {
  const log = `${file}-wal`;
  let [written, synced] = [0, 0];
  /** By process: what had been written when it began to wait for the disk. */
  const begun = new Map<string, number>();
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    const [, to, length, offset] = WRITE.exec(line) ?? [];
    if (to === log) {
      if (offset === '0' && written > 0) throw new Error('the run is so long that the log begins anew');
      written = Math.max(written, Number(offset) + Number(length));
    }
    const [, by = '', of, isDone] = SYNC.exec(line) ?? [];
    if (of === log && isDone) synced = written;
    else if (of === log) begun.set(by, written);
    const [, ended = ''] = SYNCED.exec(line) ?? [];
    synced = Math.max(synced, begun.get(ended) ?? 0);
  }
  if (!existsSync(log)) return;
  if (statSync(log).size > synced) truncateSync(log, synced);
  rmSync(`${file}-shm`, { force: true });
}
