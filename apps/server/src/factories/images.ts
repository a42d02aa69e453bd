import { randomBytes } from 'node:crypto';
import { PlatformDb } from '../db/handles/platform.ts';
import type { Db } from '../db/tables.ts';
import { attachImages, insertImage, markStored, reserveImages } from '../images/image-rows.ts';
import type { ImageContent, ImageStore } from '../images/image-store.ts';

type Owner = { id: number; team_id: number };

type ImageOverrides = { key?: string; now?: number; content?: ImageContent; contentHash?: string };

/** Stores an image as an upload does, and returns its key. */
export async function buildImage(
  db: Db,
  store: ImageStore,
  user: Owner,
  {
    key = randomBytes(20).toString('hex'),
    now = Date.now(),
    content,
    contentHash = key,
  }: ImageOverrides = {},
): Promise<string> {
  const platform = new PlatformDb(db);
  const image = content ?? { full: Buffer.from(`full ${key}`), thumbnail: Buffer.from(`thumbnail ${key}`) };
  const bytes = image.full.length + image.thumbnail.length;
  const upload = { teamId: user.team_id, appUserId: user.id, contentHash };
  await insertImage(platform, upload, { key, bytes, now });
  await store.put(key, image);
  await markStored(platform, key, now);
  return key;
}

/** Adds an image to a stored form. */
export async function addImageToForm(db: Db, user: Owner, formId: number, key: string): Promise<void> {
  const platform = new PlatformDb(db);
  await reserveImages(platform, { appUserId: user.id, clientId: `form ${formId}` }, [key], Date.now());
  await attachImages(platform, formId, [key]);
}
