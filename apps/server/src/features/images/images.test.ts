import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { parseS3Url } from '../../config/s3-url.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { purgeDeletedItems } from '../../delivery/queue/purge-deleted.ts';
import { deleteExpiredImages } from '../../images/delete-expired.ts';
import { openImageStore } from '../../images/open-store.ts';
import { DAY } from '../../scheduling/durations.ts';
import { startS3 } from '../../testing/providers/s3.ts';
import { buildPhoto } from '../../testing/input/sample-images.ts';
import { imagePhone, imageServer } from '../../testing/phones/image-phone.ts';

test('an uploaded image appears in the form, and is readable for its app user, the subscriber and administrators', async () => {
  const { server, team, phone } = await imageServer({ variables: { PUBLIC_URL: 'https://safety.example' } });
  const uploads = [await phone.upload(await buildPhoto('red')), await phone.upload(await buildPhoto('blue'))];
  const keys = uploads.map(({ body }) => body.data.key as string);
  expect(uploads.map(({ status }) => status)).toEqual([200, 200]);
  const sent = await phone.submit([...keys, keys[0] ?? '']);
  expect([sent.status, sent.body.data.repeated]).toEqual([200, false]);
  const token = await server.tokenOf('team', team.id);
  const list = await server.get('/tapi/v1/listPaged/form_submission', { token, query: { my: 'yes' } });
  expect(JSON.parse(list.body.items[0].other_data)).toEqual(
    keys.map((key) => `https://safety.example/api/v1/images?key=${key}`),
  );
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const [key = ''] = keys;
  for (const [base, reader] of [
    ['/tapi/v1', token],
    ['/api/v1', token],
    ['/api/v1', admin],
    ['/mapi/v1', phone.token],
  ] as const) {
    const full = await server.get(`${base}/images`, { token: reader, query: { key } });
    const small = await server.get(`${base}/images`, { token: reader, query: { key, size: 'thumbnail' } });
    const sizes = [full, small].map(({ body }) => sharp(Buffer.from(body.image, 'base64')).metadata());
    expect(await Promise.all(sizes)).toMatchObject([
      { format: 'jpeg', width: 640, height: 480 },
      { format: 'jpeg', width: 320, height: 240 },
    ]);
  }
});

test('an image is sent with its own policy, under our name, and only private caches may store it', async () => {
  const { phone } = await imageServer();
  const key = (await phone.upload(await buildPhoto('red'))).body.data.key;
  await phone.submit([key]);
  const { headers } = await phone.read(key);
  expect(key).toMatch(/^[0-9a-f]{40}$/);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': `inline; filename="${key}.jpg"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=300',
    vary: 'authorization',
    'cross-origin-resource-policy': 'same-origin',
  });
  const policy = headers.get('content-security-policy')?.split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
});

test('an image of others gets the same response as one that does not exist, for all callers', async () => {
  const { server, team, phone } = await imageServer();
  const key = (await phone.upload(await buildPhoto('red'))).body.data.key;
  const unsent = (await phone.upload(await buildPhoto('blue'))).body.data.key;
  await phone.submit([key]);
  const other = await buildTeam(server.db);
  const stranger = await buildAppUser(server.db, other.id);
  const colleague = await buildAppUser(server.db, team.id);
  const ask = async (base: string, token: string, asked: string) => {
    const { status, body } = await server.get(`${base}/images`, { token, query: { key: asked } });
    return [status, body];
  };
  const missing = [
    404,
    {
      ok: false,
      msg: 'The image does not exist.',
      errors: [{ msg: 'The image does not exist.', field: 'key' }],
    },
  ];
  const unknown = 'f'.repeat(40);
  const tokens = {
    other: await server.tokenOf('team', other.id),
    stranger: await server.tokenOf('app_user', stranger.id),
    colleague: await server.tokenOf('app_user', colleague.id),
    own: await server.tokenOf('team', team.id),
    admin: await server.tokenOf('admin', (await buildAdmin(server.db)).id),
  };
  for (const asked of [key, unknown]) {
    for (const base of ['/tapi/v1', '/api/v1']) expect(await ask(base, tokens.other, asked)).toEqual(missing);
    for (const one of [tokens.stranger, tokens.colleague]) {
      expect(await ask('/mapi/v1', one, asked)).toEqual(missing);
    }
  }
  // No form contains it yet, so no one may see it.
  for (const token of [tokens.own, tokens.admin])
    expect(await ask('/api/v1', token, unsent)).toEqual(missing);
  expect((await server.get('/api/v1/images', { query: { key } })).status).toBe(401);
  for (const query of [{ key: 'x' }, { key: `${key}00` }, {}, { key, size: 'huge' }]) {
    expect((await server.get('/api/v1/images', { token: tokens.own, query })).status).toBe(400);
  }
});

test('a repeated upload gets the same key until a form contains the image', async () => {
  const { server, phone } = await imageServer();
  const bytes = await buildPhoto('red');
  const first = (await phone.upload(bytes)).body.data.key;
  expect((await phone.upload(bytes)).body.data.key).toBe(first);
  await phone.submit([first]);
  const second = (await phone.upload(bytes)).body.data.key;
  expect(second).not.toBe(first);
  expect((await phone.submit([second])).status).toBe(200);
  expect(await server.db.selectFrom('image').select('key').execute()).toHaveLength(2);
});

test('a form names each image that it cannot contain, and is not stored', async () => {
  const { server, team, phone } = await imageServer();
  const colleague = await buildAppUser(server.db, team.id);
  const theirs = imagePhone(server, await server.tokenOf('app_user', colleague.id));
  const foreign = (await theirs.upload(await buildPhoto('green'))).body.data.key;
  const used = (await phone.upload(await buildPhoto('red'))).body.data.key;
  const free = (await phone.upload(await buildPhoto('blue'))).body.data.key;
  await phone.submit([used]);
  const { status, body } = await phone.submit([free, used, foreign, 'e'.repeat(40)]);
  expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    409,
    ['images.1', 'images.2', 'images.3'],
  ]);
  expect(body.errors[0].msg).toBe(
    'Image 2 is no longer on the server, or is in another form. Upload it again.',
  );
  expect(await server.db.selectFrom('form_submission').select('id').execute()).toHaveLength(1);
  // The available image is not reserved for the rejected form.
  expect((await phone.submit([free])).status).toBe(200);
});

test('a form with images can be repeated, and concurrent forms do not share an image', async () => {
  const { server, phone } = await imageServer();
  const key = (await phone.upload(await buildPhoto('red'))).body.data.key;
  const clientId = randomUUID();
  const [one, two] = await Promise.all([phone.submit([key], clientId), phone.submit([key], clientId)]);
  expect([one.body.data.id, one.status, two.status]).toEqual([two.body.data.id, 200, 200]);
  const again = await phone.submit([key], clientId);
  expect(again.body.data).toEqual({ ...one.body.data, repeated: true });
  const other = (await phone.upload(await buildPhoto('blue'))).body.data.key;
  const statuses = await Promise.all([phone.submit([other]), phone.submit([other])]);
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await server.db.selectFrom('form_submission').select('id').execute()).toHaveLength(2);
});

test('images are only for form 1, at most five, and named by their keys', async () => {
  const { server, phone } = await imageServer();
  const submit = async (body: object) => {
    const { status, body: response } = await server.post('/mapi/v1/form_submission', {
      token: phone.token,
      body: { client_id: randomUUID(), f_id: 1, message: 'Is this safe?', ...body },
    });
    return [status, response.msg];
  };
  const key = 'a'.repeat(40);
  expect(await submit({ f_id: 3, images: [key] })).toEqual([400, 'Images are only for form 1.']);
  expect(await submit({ f_id: 3, images: [key], message: '' })).toEqual([
    400,
    'Message is required. Images are only for form 1.',
  ]);
  expect(await submit({ images: Array.from({ length: 6 }, () => key) })).toEqual([
    400,
    'Images must be at most 5 images.',
  ]);
  expect(await submit({ images: ['../../etc/passwd'] })).toEqual([
    400,
    'Images must be the key of an image, as its upload returned it.',
  ]);
  for (const images of [null, []]) expect((await submit({ images }))[0]).toBe(200);
  const rows = await server.db.selectFrom('form_submission').select('other_data').execute();
  expect(rows).toEqual([{ other_data: '[]' }, { other_data: '[]' }]);
});

test('images are hidden while their form is deleted, return with it, and are deleted when it is purged', async () => {
  const { server, team, phone } = await imageServer();
  const store = openImageStore(server.db, server.location);
  const key = (await phone.upload(await buildPhoto('red'))).body.data.key;
  const { id } = (await phone.submit([key])).body.data;
  const token = await server.tokenOf('team', team.id);
  const statusOf = async () => (await phone.read(key)).status;
  const remove = () => server.post('/tapi/v1/delete/form_submission', { token, body: { id } });
  await remove();
  expect(await statusOf()).toBe(404);
  const { body } = await server.get('/tapi/v1/listPaged/deleted', { token });
  await server.post('/tapi/v1/restore/deleted', { token, body: { id: body.items[0].id } });
  expect(await statusOf()).toBe(200);

  await deleteExpiredImages(server.db, store, new Date(Date.now() + 400 * DAY));
  expect(await statusOf()).toBe(200);
  await remove();
  await deleteExpiredImages(server.db, store, new Date(Date.now() + 29 * DAY));
  expect(await store.read(key, 'full')).not.toBeNull();
  await purgeDeletedItems(server.db, new Date(Date.now() + DAY));
  await deleteExpiredImages(server.db, store);
  expect([await store.read(key, 'full'), await store.read(key, 'thumbnail')]).toEqual([null, null]);
  expect(await server.db.selectFrom('image').select('id').execute()).toEqual([]);
});

test('an image that no form contains is deleted after seven days; its form then names it', async () => {
  const { server, phone } = await imageServer();
  const store = openImageStore(server.db, server.location);
  const bytes = await buildPhoto('red');
  const key = (await phone.upload(bytes)).body.data.key;
  await deleteExpiredImages(server.db, store, new Date(Date.now() + 6.9 * DAY));
  expect(await store.read(key, 'full')).not.toBeNull();
  await deleteExpiredImages(server.db, store, new Date(Date.now() + 7.1 * DAY));
  expect(await store.read(key, 'full')).toBeNull();
  const { status, body } = await phone.submit([key]);
  expect([status, body.errors[0].field]).toEqual([409, 'images.0']);
  const again = (await phone.upload(bytes)).body.data.key;
  expect((await phone.submit([again])).status).toBe(200);
});

test('a store that fails is reported to the phone, which can repeat the upload', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  const { phone } = await imageServer({
    images: (db, location) => openImageStore(db, location, parseS3Url(s3.url())),
  });
  const bytes = await buildPhoto('red');
  s3.fail(500, 3);
  const { status, body, headers } = await phone.upload(bytes);
  expect([status, body.msg, headers.get('retry-after')]).toEqual([
    503,
    'Images are unavailable. Try again in a moment.',
    '5',
  ]);
  const key = (await phone.upload(bytes)).body.data.key;
  await phone.submit([key]);
  expect((await phone.read(key)).status).toBe(200);
  s3.fail(500, 3);
  expect((await phone.read(key)).status).toBe(503);
});
