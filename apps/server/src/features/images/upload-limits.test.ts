import { IMAGE_STORAGE, IMAGES_AN_HOUR } from '@callpoint/contract/images';
import { connect } from 'node:net';
import { once } from 'node:events';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { buildAppUser, buildSession, buildTeam } from '../../factories/accounts.ts';
import { buildImage } from '../../factories/images.ts';
import { openImageStore } from '../../images/open-store.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { imagePhone, imageServer } from '../../testing/phones/image-phone.ts';
import { EXAMPLE_IMAGE } from '../../testing/input/example-image.ts';
import { encodeForm, fileOf } from '../../testing/calls/request-body.ts';
import { newDatabase } from '../../testing/databases/database.ts';
import { startServerProcess } from '../../testing/processes/server-process.ts';
import { NO_QUOTAS } from '../../testing/server.ts';

const IMAGE = Buffer.from(EXAMPLE_IMAGE, 'base64');

/** Small images, each of another color. */
async function photos(count: number): Promise<Buffer[]> {
  const colors = Array.from({ length: count }, (_, index) => `rgb(${index}, 0, 0)`);
  const images = colors.map((background) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return await Promise.all(images);
}

test('an app user can upload a limited number of images in an hour; repeated uploads do not count', async () => {
  const { server, team, user, phone } = await imageServer({ quotas: NO_QUOTAS });
  const store = openImageStore(server.db, server.location);
  const [first, second, third] = (await photos(3)) as [Buffer, Buffer, Buffer];
  const earlier = Date.now() - 0.75 * HOUR;
  for (let at = 0; at < IMAGES_AN_HOUR - 2; at += 1)
    await buildImage(server.db, store, user, { now: earlier });
  for (const bytes of [first, second, first, second]) expect((await phone.upload(bytes)).status).toBe(200);
  const { status, body, headers } = await phone.upload(third);
  expect([status, body.msg]).toEqual([
    429,
    'You uploaded many images within an hour. Try again in 15 minutes.',
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  expect((await phone.upload(second)).status).toBe(200);
  const colleague = await buildAppUser(server.db, team.id);
  const other = imagePhone(server, await server.tokenOf('app_user', colleague.id));
  expect((await other.upload(third)).status).toBe(200);
});

test('a subscriber has limited storage for images, and its other forms are still accepted', async () => {
  const { server, user, phone } = await imageServer();
  const store = openImageStore(server.db, server.location);
  const full = await buildImage(server.db, store, user);
  await server.db
    .updateTable('image')
    .set({ bytes: IMAGE_STORAGE.free - 100 })
    .where('key', '=', full)
    .execute();
  const { status, body } = await phone.upload(IMAGE);
  expect([status, body.msg]).toEqual([
    409,
    'Your organization has used up its storage for images. Send the form without images.',
  ]);
  expect((await phone.submit([])).status).toBe(200);
  await server.db.updateTable('team').set({ plan: 'paid' }).execute();
  expect((await phone.upload(IMAGE)).status).toBe(200);
});

test('rejects bodies without exactly one file with the name image', async () => {
  const { server, phone } = await imageServer();
  const send = async (parts: (form: FormData) => void) => {
    const form = new FormData();
    parts(form);
    const raw = await encodeForm(form);
    const { status, body } = await server.post('/mapi/v1/images', { token: phone.token, raw });
    return [status, body.msg, body.errors[0]?.field];
  };
  const wrong = [400, 'The body must have one part with the name image: the file.', 'image'];
  expect(await send(() => {})).toEqual(wrong);
  expect(await send((form) => form.append('image', 'text'))).toEqual(wrong);
  expect(await send((form) => form.append('photo', fileOf(IMAGE)))).toEqual(wrong);
  expect(
    await send((form) => {
      form.append('image', fileOf(IMAGE));
      form.append('image', fileOf(IMAGE));
    }),
  ).toEqual(wrong);
  expect(
    await send((form) => {
      form.append('image', fileOf(IMAGE));
      form.append('more', 'text');
    }),
  ).toEqual(wrong);
  expect(await server.db.selectFrom('image').select('id').execute()).toEqual([]);
});

test.each([
  ['JSON', { body: '{}', type: 'application/json' }, 415],
  ['an image without a form', { body: new Uint8Array(IMAGE), type: 'image/png' }, 415],
  ['a form without a boundary', { body: 'x', type: 'multipart/form-data' }, 400],
  ['a form that ends early', { body: '--x\r\nContent-Disp', type: 'multipart/form-data; boundary=x' }, 400],
  ['an empty form', { body: '', type: 'multipart/form-data; boundary=x' }, 400],
] as const)('rejects %s', async (_name, raw, expected) => {
  const { server, phone } = await imageServer();
  const { status, body } = await server.post('/mapi/v1/images', { token: phone.token, raw });
  expect([status, body.ok]).toEqual([expected, false]);
  // The connection is still usable.
  expect((await phone.upload(IMAGE)).status).toBe(200);
});

test('rejects a file of more than 10 MiB, also if its length is not announced', async () => {
  const { server, phone } = await imageServer();
  const large = Buffer.alloc(10 * 1024 * 1024 + 1);
  const tooLarge = [413, 'The image is larger than 10 MiB. Choose a smaller one.'];
  const { status, body } = await phone.upload(large);
  expect([status, body.msg]).toEqual(tooLarge);
  const form = new FormData();
  form.append('image', fileOf(large));
  const encoded = new Response(form);
  const response = await fetch(`${server.url}/mapi/v1/images`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${phone.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    body: encoded.body,
    duplex: 'half',
  });
  expect([response.status, ((await response.json()) as { msg: string }).msg]).toEqual(tooLarge);
});

/** Starts an upload that announces `bytes` and sends only its beginning. The server may end it at any time. */
async function startSlowUpload(url: string, token: string, bytes: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  const head = [
    'POST /mapi/v1/images HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${bytes}`,
  ];
  socket.write(
    `${head.join('\r\n')}\r\n\r\n--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n`,
  );
  await once(socket, 'ready');
  return socket;
}

/**
 * Uses up the bytes that a person may upload at the same time. An upload that was rejected, because another one was
 * still in progress when it started, starts again. Returns the function that ends the uploads.
 */
async function useUpBytes(url: string, token: string): Promise<() => void> {
  const ends = new AbortController();
  const start = async () => {
    const socket = await startSlowUpload(url, token, 10 * 1024 * 1024);
    if (ends.signal.aborted) return socket.destroy();
    ends.signal.addEventListener('abort', () => socket.destroy());
    // A server that stops rejects uploads too, with 503.
    return socket.once('data', (answer: Buffer) => {
      if (answer.toString().startsWith('HTTP/1.1 429')) start().catch(() => {});
    });
  };
  await Promise.all([start(), start()]);
  return () => ends.abort();
}

test('the bytes that a person uploads at the same time are limited, and released when an upload ends', async () => {
  const { server, team, phone } = await imageServer({ quotas: NO_QUOTAS });
  const colleague = await buildAppUser(server.db, team.id);
  const other = imagePhone(server, await server.tokenOf('app_user', colleague.id));
  const endUploads = await useUpBytes(server.url, phone.token);
  await expect
    .poll(async () => {
      const { status, body } = await phone.upload(Buffer.alloc(1024 * 1024));
      return [status, body.msg];
    })
    .toEqual([429, 'Other images are still being uploaded. Wait until they finish.']);
  expect((await other.upload(IMAGE)).status).toBe(200);
  endUploads();
  await expect.poll(async () => (await phone.upload(IMAGE)).status).toBe(200);
});

test('slow uploads do not delay the stop of the server', async () => {
  const { location, drop } = await newDatabase();
  const db = openDatabase(location, () => {});
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const team = await buildTeam(db);
  const token = await buildSession(db, 'app_user', (await buildAppUser(db, team.id)).id);
  const server = await startServerProcess(location);
  onTestFinished(await useUpBytes(server.url, token));
  const body = new FormData();
  body.append('image', fileOf(Buffer.alloc(1024 * 1024)));
  const headers = { authorization: `Bearer ${token}` };
  // The slow uploads are in progress when they use up the person's bytes.
  await expect
    .poll(async () => (await fetch(`${server.url}/mapi/v1/images`, { method: 'POST', headers, body })).status)
    .toBe(429);
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0 });
});
