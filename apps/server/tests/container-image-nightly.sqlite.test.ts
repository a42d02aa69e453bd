import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildImage } from '../src/testing/image/build-image.ts';
import { freePort } from '../src/testing/processes/reverse-proxies.ts';

/** As in `deploy/Dockerfile`. */
const USER = 10_001;
/** Without the base image. */
const MOST_MEGABYTES = 350;
/** Milliseconds until a new server is ready. */
const READY_WITHIN = 30_000;

test('what the Dockerfile builds serves the console and the phone app, without writing its own files, and its commands run', async () => {
  // Not in memory: the packages have hundreds of megabytes.
  const folder = mkdtempSync(join(tmpdir(), 'callpoint-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { app, command, healthCheck } = await buildImage(folder);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  // Another user cannot write what root has copied. Without root, the files are at least those of the image.
  const identity = process.getuid?.() === 0 ? { uid: USER, gid: USER } : {};
  if (identity.uid !== undefined) chownSync(data, USER, USER);
  const port = String(await freePort());
  const env = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port, DATA_DIR: data };
  const options = { cwd: app, env, ...identity };
  const runIn = ([program = '', ...args]: readonly string[]) =>
    spawnSync(program, args, { ...options, encoding: 'utf8' });

  const [program = '', ...args] = command;
  const server = spawn(program, args, { ...options, stdio: 'ignore' });
  onTestFinished(() => void server.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const status = async (path: string) => (await fetch(url + path).catch(() => null))?.status;
  await expect.poll(() => status('/readyz'), { timeout: READY_WITHIN }).toBe(200);
  expect(runIn(healthCheck).status).toBe(0);
  expect([await status('/app/login'), await status('/phone/')]).toEqual([200, 200]);

  const backup = runIn(['deploy/callpoint', 'backup', join(data, 'one.callpoint')]);
  expect([backup.status, backup.stderr]).toEqual([0, '']);
  // Without a mail server, it has something to report.
  const doctor = runIn(['deploy/callpoint', 'doctor']);
  expect([doctor.status, doctor.stderr]).toEqual([1, '']);
  expect(doctor.stdout).toContain('SMTP_URL');

  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  expect(runIn(healthCheck).status).toBe(1);
  expect(sizeOf(app)).toBeLessThan(MOST_MEGABYTES);
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
  const ours = files.filter((path) => !path.includes('node_modules'));
  expect(ours.filter((path) => path.includes('.test.') || path.includes('testing/'))).toEqual([]);
}, 600_000);

/** Megabytes on the disk. */
function sizeOf(path: string): number {
  const { stdout } = spawnSync('du', ['-sm', path], { encoding: 'utf8' });
  return Number.parseInt(stdout, 10);
}
