import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseS3Url } from '../config/s3-url.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { startS3 } from '../testing/providers/s3.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { folderStore } from './folder-store.ts';
import { withEarlierStore, type ImageStore } from './image-store.ts';
import { s3Store } from './s3-store.ts';
import { tableStore } from './table-store.ts';

const KEY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
const OTHER = '0f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
const IMAGE = { full: Buffer.from([0xff, 0xd8, 0, 1]), thumbnail: Buffer.from([0xff, 0xd8, 0, 2]) };

function newFolder(): string {
  const folder = temporaryFolder('callpoint-images-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'images');
}

async function newS3() {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  return s3;
}

const STORES: Record<string, () => Promise<ImageStore>> = {
  folder: async () => folderStore(newFolder()),
  database: async () => tableStore((await testDatabase()).db),
  S3: async () => s3Store(parseS3Url((await newS3()).url())),
};

test.each(Object.entries(STORES))(
  'a %s returns what was stored, until it is deleted',
  async (_name, open) => {
    const store = await open();
    expect(await store.read(KEY, 'full')).toBeNull();
    await store.put(KEY, IMAGE);
    await store.put(OTHER, { full: IMAGE.thumbnail, thumbnail: IMAGE.full });
    // An upload that was repeated.
    await store.put(KEY, IMAGE);
    expect(await store.read(KEY, 'full')).toEqual(IMAGE.full);
    expect(await store.read(KEY, 'thumbnail')).toEqual(IMAGE.thumbnail);
    await store.delete([KEY]);
    await store.delete([KEY]);
    expect([await store.read(KEY, 'full'), await store.read(KEY, 'thumbnail')]).toEqual([null, null]);
    expect(await store.read(OTHER, 'full')).toEqual(IMAGE.thumbnail);
  },
);

test('only the owner can read the files of a folder', async () => {
  const folder = newFolder();
  await folderStore(folder).put(KEY, IMAGE);
  const [subfolder = ''] = readdirSync(folder);
  const files = readdirSync(join(folder, subfolder));
  expect(files.toSorted()).toEqual([`${KEY}-thumbnail.jpg`, `${KEY}.jpg`]);
  const modes = ['', subfolder, ...files.map((file) => join(subfolder, file))].map(
    (path) => statSync(join(folder, path)).mode & 0o077,
  );
  expect(modes).toEqual([0, 0, 0, 0]);
});

test('a file that cannot be read is an error, not a missing image', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, KEY.slice(0, 2), `${KEY}.jpg`), { recursive: true });
  await expect(folderStore(folder).read(KEY, 'full')).rejects.toThrow('EISDIR');
});

test('an S3 store repeats a request after an error, and reports an error that lasts', async () => {
  const s3 = await newS3();
  const store = s3Store(parseS3Url(s3.url()));
  s3.fail(503, 1);
  await store.put(KEY, IMAGE);
  expect([...s3.objects.keys()]).toEqual([
    `/bucket/images/${KEY}.jpg`,
    `/bucket/images/${KEY}-thumbnail.jpg`,
  ]);
  s3.fail(500, 3);
  await expect(store.read(KEY, 'full')).rejects.toThrow('the store of images responded with 500');
  await expect(s3Store(parseS3Url(s3.url('wrong'))).put(OTHER, IMAGE)).rejects.toThrow(
    'the store of images responded with 403',
  );
  await s3.close();
  await expect(store.delete([KEY])).rejects.toThrow('the store of images does not respond');
});

test('images from before a store was configured are still readable, and deleted', async () => {
  const earlier = folderStore(newFolder());
  await earlier.put(OTHER, IMAGE);
  const s3 = await newS3();
  const store = withEarlierStore(s3Store(parseS3Url(s3.url())), earlier);
  await store.put(KEY, IMAGE);
  expect(s3.objects.size).toBe(2);
  expect(await store.read(OTHER, 'thumbnail')).toEqual(IMAGE.thumbnail);
  expect(await store.read(KEY, 'full')).toEqual(IMAGE.full);
  await store.delete([KEY, OTHER]);
  expect([s3.objects.size, await earlier.read(OTHER, 'full')]).toEqual([0, null]);
});
