import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { TransferError, type Origin, type Part } from './parts.ts';

/** The first line of a backup has this format. A server reads backups of its own and of earlier formats. */
export const FORMAT = 1;

const OWNER_FILE = 0o600;
const DISK_FULL = 'ENOSPC';
/** Most of the compression for a fraction of the time. */
const COMPRESSION_LEVEL = 3;

/** The name of a backup until it is complete. */
export function incompleteName(file: string): string {
  return `${file}.incomplete`;
}

/**
 * Writes a backup under its incomplete name, readable by its owner only, and resolves when it is on the disk. The name is
 * in use while another backup is written to it, or after one was interrupted: then it rejects with EEXIST. On a full disk
 * it rejects with a TransferError.
 */
export async function writeIncomplete(
  file: string,
  origin: Origin,
  parts: AsyncIterable<Part>,
): Promise<void> {
  const path = incompleteName(file);
  const handle = await open(path, 'wx', OWNER_FILE);
  try {
    await pipeline(
      Readable.from(lines(origin, parts)),
      createGzip({ level: COMPRESSION_LEVEL }),
      // Not a stream of the file: it would close the descriptor of the handle.
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const bytes of compressed) await handle.appendFile(bytes);
      },
    );
    await handle.sync();
    await handle.close();
  } catch (error) {
    // Does nothing if it is closed. Its error would hide the first one.
    await handle.close().catch(() => {});
    await removeIncomplete(file);
    if ((error as NodeJS.ErrnoException).code === DISK_FULL)
      throw new TransferError(`${path} could not be written: the disk is full`);
    throw error;
  }
}

export async function removeIncomplete(file: string): Promise<void> {
  await rm(incompleteName(file), { force: true });
}

/** Gives a complete backup its name. Rejects with EEXIST if a file has it by now. */
export async function publish(file: string): Promise<void> {
  const path = incompleteName(file);
  try {
    // A hard link never replaces a file.
    await link(path, file);
    await rm(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Network file systems may have no hard links.
    if (await exists(file)) throw Object.assign(new Error('the file exists'), { code: 'EEXIST' });
    await rename(path, file);
  }
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
}

export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function* lines(origin: Origin, parts: AsyncIterable<Part>): AsyncGenerator<string> {
  yield `${JSON.stringify({ callpoint: 'backup', format: FORMAT, ...origin })}\n`;
  let tables = 0;
  let rows = 0;
  for await (const part of parts) {
    if (part.kind === 'rows') yield `${part.lines.join('\n')}\n`;
    else {
      yield `${JSON.stringify(part)}\n`;
      if (part.kind === 'end') [tables, rows] = [tables + 1, rows + part.rows];
    }
  }
  yield `${JSON.stringify({ kind: 'complete', tables, rows })}\n`;
}
