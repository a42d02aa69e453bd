import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePostgresBinaries } from './machine/postgres-binaries.ts';
import { UserError } from './setup/progress.mjs';

export type TemporaryPostgres = {
  /** A superuser's URL on 127.0.0.1; each user creates its own databases. */
  url: string;
  /** Stops the server and deletes its data; may be called twice. */
  stop: () => Promise<void>;
};

const MEMORY_FOLDER = '/dev/shm';
/** Free bytes that the memory folder must have. */
const MEMORY_NEEDED = 4 * 2 ** 30;
/**
 * Settings for tests, whose data is deleted: no waiting for the disk and no background work. A server that ends immediately
 * leaves its shared memory behind, which is therefore in the folder of its data.
 */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'jit=off',
  'dynamic_shared_memory_type=mmap',
];

type Identity = { uid?: number; gid?: number };

/**
 * Starts a separate PostgreSQL server with its data in a temporary folder.
 * @param durable true: commits are confirmed after they reach the disk, as in production (for benchmarks).
 */
export async function startPostgres({ durable = false } = {}): Promise<TemporaryPostgres> {
  const bin = await ensurePostgresBinaries();
  const identity = serverIdentity();
  // The server's user may have no access to the tmpdir() of root.
  const disk = identity.uid === undefined ? tmpdir() : '/tmp';
  const home = mkdtempSync(join(durable || !hasMemoryFolder() ? disk : MEMORY_FOLDER, 'callpoint-postgres-'));
  try {
    const password = randomBytes(12).toString('hex');
    initialise(bin, home, password, identity);
    const { child, port } = await listen(bin, home, durable, identity);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await stop(child);
        rmSync(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** True if the memory folder has space for the data of a test run: creating databases there is several times faster. */
function hasMemoryFolder(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize > MEMORY_NEEDED;
}

/** PostgreSQL refuses to run as root: it then runs as the package's user, or as the user `nobody`. */
function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim(),
    );
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new UserError(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody".',
  );
}

function initialise(bin: string, home: string, password: string, identity: Identity): void {
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity.uid !== undefined && identity.gid !== undefined) {
    for (const path of [home, passwordFile]) chownSync(path, identity.uid, identity.gid);
  }
  // Each test opens connections. The default, SCRAM, is slow on purpose, and this server needs no protection.
  const args = ['-D', join(home, 'data'), '-U', 'postgres', '--auth=md5', `--pwfile=${passwordFile}`];
  const locale = ['--encoding=UTF8', '--locale=C', '--no-sync'];
  const done = spawnSync(join(bin, 'initdb'), [...args, ...locale], {
    ...identity,
    cwd: home,
    encoding: 'utf8',
  });
  if (done.status !== 0)
    throw new UserError(`initdb failed:\n${done.stdout}${done.stderr}${done.error ?? ''}`);
}

async function listen(bin: string, home: string, durable: boolean, identity: Identity) {
  const speed = durable ? [] : FAST;
  // Another process may use the free port before the server does.
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      'unix_socket_directories=',
      'max_connections=200',
    ];
    const args = ['-D', join(home, 'data'), ...[...settings, ...speed].flatMap((setting) => ['-c', setting])];
    const child = spawn(join(bin, 'postgres'), args, {
      ...identity,
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const failure = await waitUntilReady(child);
    if (failure === undefined) return { child, port };
    if (attempt === 3) throw new UserError(`PostgreSQL did not start:\n${failure}`);
  }
}

/** Resolves to undefined once the server accepts connections, or to its output if it exits. */
function waitUntilReady(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', () => resolve(output));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // The stream is always read, because a full pipe would block the server; the text is stored only until it is ready.
      if (output.length < 20_000) output += text;
      if (output.includes('ready to accept connections')) resolve(undefined);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // Immediate: the data is deleted anyway.
  child.kill('SIGQUIT');
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
