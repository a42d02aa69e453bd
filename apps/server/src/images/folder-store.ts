import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImageStore } from './image-store.ts';

/** A folder has at most some thousand files in each of these. */
const SUBFOLDER_LENGTH = 2;
const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;

/** Stores images as files that only the server's user can read: `9f/9f86d0….jpg`, with the thumbnail next to it. */
export function folderStore(folder: string): ImageStore {
  const pathOf = (key: string, size: 'full' | 'thumbnail') =>
    join(folder, key.slice(0, SUBFOLDER_LENGTH), size === 'full' ? `${key}.jpg` : `${key}-thumbnail.jpg`);
  return {
    async put(key, image) {
      await mkdir(dirname(pathOf(key, 'full')), { recursive: true, mode: OWNER_FOLDER });
      await writeDurably(pathOf(key, 'full'), image.full);
      await writeDurably(pathOf(key, 'thumbnail'), image.thumbnail);
    },
    async read(key, size) {
      return await readFile(pathOf(key, size)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async delete(keys) {
      for (const key of keys) {
        await rm(pathOf(key, 'full'), { force: true });
        await rm(pathOf(key, 'thumbnail'), { force: true });
      }
    },
  };
}

/** Resolves when the file is on the disk; a crash leaves either no file or all of it. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const incomplete = `${path}.incomplete`;
  const file = await open(incomplete, 'w', OWNER_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(incomplete, path);
}
