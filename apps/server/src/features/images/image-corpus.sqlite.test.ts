import sharp from 'sharp';
import { expect, test } from 'vitest';
import { imageServer } from '../../testing/phones/image-phone.ts';
import { buildCorpus, PAYLOAD } from '../../testing/input/image-corpus.ts';
import { NO_QUOTAS } from '../../testing/server.ts';

/** In milliseconds. */
const TIMEOUT = 60_000;

test(
  'each file of the corpus is rejected with its reason, or stored without anything but its pixels',
  async () => {
    const { server, phone } = await imageServer({ quotas: NO_QUOTAS });
    const wrong: unknown[] = [];
    for (const { name, bytes, status } of await buildCorpus()) {
      if (name.includes('location')) expect((await sharp(bytes).metadata()).exif).toBeDefined();
      const response = await phone.upload(bytes);
      if (response.status !== status) wrong.push([name, response.status, response.body]);
      if (response.status !== 200) continue;
      const { key } = response.body.data;
      await phone.submit([key]);
      await server.db.updateTable('image').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute();
      for (const size of ['full', 'thumbnail']) {
        const image = Buffer.from((await phone.read(key, size)).body.image, 'base64');
        const { format, width, height, exif, xmp, icc, iptc, comments, pages } =
          await sharp(image).metadata();
        const rest = { exif, xmp, icc, iptc, comments, pages };
        const isClean = Object.values(rest).every((value) => value === undefined);
        const isSmall = Math.max(width, height) <= (size === 'full' ? 2560 : 320);
        if (format !== 'jpeg' || !isClean || !isSmall) wrong.push([name, size, format, width, height, rest]);
        if (image.includes(PAYLOAD) || image.includes('script')) wrong.push([name, size, 'has its payload']);
      }
    }
    expect(wrong).toEqual([]);
  },
  TIMEOUT,
);

test('a photo that is stored turned is turned back, because its metadata is removed', async () => {
  const { phone } = await imageServer();
  const half = { create: { width: 400, height: 150, channels: 3 as const, background: 'red' } };
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'blue' } })
    .composite([{ input: half, top: 0, left: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const key = (await phone.upload(photo)).body.data.key;
  await phone.submit([key]);
  const image = sharp(Buffer.from((await phone.read(key)).body.image, 'base64'));
  expect(await image.metadata()).toMatchObject({ width: 300, height: 400 });
  // The upper half is now the right half.
  const { data } = await image.raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number) => [...data.subarray((200 * 300 + x) * 3, (200 * 300 + x) * 3 + 3)];
  expect(colorAt(250)[0]).toBeGreaterThan(200);
  expect(colorAt(50)[2]).toBeGreaterThan(200);
});
