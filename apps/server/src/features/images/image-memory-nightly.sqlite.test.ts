import { existsSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { buildAppUser, buildSession, buildTeam } from '../../factories/accounts.ts';
import { newDatabase } from '../../testing/databases/database.ts';
import { buildBombs } from '../../testing/input/image-corpus.ts';
import { buildNoise } from '../../testing/input/sample-images.ts';
import { encodeForm, fileOf } from '../../testing/calls/request-body.ts';
import { startServerProcess } from '../../testing/processes/server-process.ts';

/**
 * Megabytes more than before the first upload: the uploads in progress, one image that is decoded, and what the
 * allocator has not returned. If the people's images were decoded at the same time, it would be about 600.
 */
const MOST_MEMORY = 480;
const PEOPLE = 5;
/** In milliseconds. */
const TIMEOUT = 120_000;

/** The largest memory of a process so far, in megabytes. */
function peakMemory(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

test.skipIf(!existsSync('/proc/self/status'))(
  'the memory of the server is limited while many people upload the largest images and bombs',
  async () => {
    const { location, drop } = await newDatabase();
    const db = openDatabase(location, () => {});
    onTestFinished(async () => {
      await db.destroy();
      await drop();
    });
    const tokens: string[] = [];
    for (let at = 0; at < PEOPLE; at += 1) {
      const team = await buildTeam(db);
      tokens.push(await buildSession(db, 'app_user', (await buildAppUser(db, team.id)).id));
    }
    const largest = buildNoise({ width: 5770, height: 4330 }).jpeg({ quality: 50, progressive: true });
    const files = [await largest.toBuffer(), ...(await buildBombs()).map(({ bytes }) => bytes)];
    expect(Math.max(...files.map(({ length }) => length))).toBeGreaterThan(8 * 1024 * 1024);
    const server = await startServerProcess(location);
    onTestFinished(async () => void (await server.end('SIGTERM')));
    const before = peakMemory(server.pid);
    const counts = new Map<number, number>();
    const uploadAll = async (token: string) => {
      for (const bytes of files) {
        const form = new FormData();
        form.append('image', fileOf(bytes));
        const { body, type } = await encodeForm(form);
        const headers = { authorization: `Bearer ${token}`, 'content-type': type };
        const { status } = await fetch(`${server.url}/mapi/v1/images`, { method: 'POST', headers, body });
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(tokens.map(uploadAll));
    expect(counts.get(200)).toBeGreaterThan(tokens.length);
    expect(counts.get(500) ?? 0).toBe(0);
    expect(peakMemory(server.pid) - before).toBeLessThan(MOST_MEMORY);
  },
  TIMEOUT,
);
