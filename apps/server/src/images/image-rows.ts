import type { PlanKind } from '@callpoint/contract/plan-kinds';
import { IMAGE_STORAGE, IMAGES_AN_HOUR, UNUSED_IMAGE_DAYS } from '@callpoint/contract/images';
import type { PlatformDb } from '../db/handles/platform.ts';
import { DAY, HOUR } from '../scheduling/durations.ts';

/** An image that an app user uploads; `contentHash`: of the file. */
export type UploadedImage = { teamId: number; appUserId: number; contentHash: string };

/** The limit that an upload would exceed. `retryAt`: when the hourly limit accepts the next one. */
export type ExceededLimit = { limit: 'storage' } | { limit: 'hour'; retryAt: number };

export type Admitted =
  | { kind: 'repeated'; key: string }
  | { kind: 'new' }
  | ({ kind: 'limited' } & ExceededLimit);

/**
 * Whether an upload of `bytes` stored bytes may be stored. `repeated`: the app user uploaded the same file before, and no
 * form contains it yet: the response was lost.
 */
export async function admitImage(
  db: PlatformDb,
  { teamId, appUserId, contentHash }: UploadedImage,
  bytes: number,
  now: number,
): Promise<Admitted> {
  const earlier = await db
    .selectFrom('image')
    .select('key')
    .where('app_user_id', '=', appUserId)
    .where('content_hash', '=', contentHash)
    .where('stored_at', 'is not', null)
    .where('client_id', 'is', null)
    .where('expires_at', '>', new Date(now + HOUR).toISOString())
    .executeTakeFirst();
  if (earlier) return { kind: 'repeated', key: earlier.key };
  const recent = await db
    .selectFrom('image')
    .select('created_at')
    .where('app_user_id', '=', appUserId)
    .where('created_at', '>', new Date(now - HOUR).toISOString())
    .orderBy('created_at', 'desc')
    .limit(IMAGES_AN_HOUR)
    .execute();
  const first = recent[IMAGES_AN_HOUR - 1];
  if (first) return { kind: 'limited', limit: 'hour', retryAt: Date.parse(first.created_at) + HOUR };
  // Concurrent uploads of a subscriber wait for each other here, so that together they do not exceed its storage.
  const { plan } = await db
    .selectFrom('team')
    .select('plan')
    .where('id', '=', teamId)
    .modifyEnd(db.rowLock('no key update'))
    .executeTakeFirstOrThrow();
  const { used } = await db
    .selectFrom('image')
    .select((on) => on.fn.sum<number | null>('bytes').as('used'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return (used ?? 0) + bytes > IMAGE_STORAGE[plan as PlanKind]
    ? { kind: 'limited', limit: 'storage' }
    : { kind: 'new' };
}

/** Inserts the row of an image whose content is not stored yet. If it never is, the row is deleted after an hour. */
export async function insertImage(
  db: PlatformDb,
  { teamId, appUserId, contentHash }: UploadedImage,
  { key, bytes, now }: { key: string; bytes: number; now: number },
): Promise<void> {
  await db
    .insertInto('image')
    .values({
      key,
      team_id: teamId,
      app_user_id: appUserId,
      content_hash: contentHash,
      bytes,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + HOUR).toISOString(),
    })
    .execute();
}

/** Marks the content of an image as stored: from now on a form can contain it. */
export async function markStored(db: PlatformDb, key: string, now: number): Promise<void> {
  const values = { stored_at: new Date(now).toISOString(), expires_at: unusedUntil(now) };
  await db.updateTable('image').set(values).where('key', '=', key).execute();
}

/** Restarts the time after which an image that no form contains is deleted: its file was uploaded again. */
export async function renewImage(db: PlatformDb, key: string, now: number): Promise<void> {
  await db
    .updateTable('image')
    .set({ expires_at: unusedUntil(now) })
    .where('key', '=', key)
    .where('form_submission_id', 'is', null)
    .execute();
}

/**
 * Reserves images of an app user for one form, all or none. Returns the keys that are not available: there is no such
 * image, or another form contains it.
 */
export async function reserveImages(
  db: PlatformDb,
  { appUserId, clientId }: { appUserId: number; clientId: string },
  keys: readonly string[],
  now: number,
): Promise<string[]> {
  return await db.transaction(async (tx) => {
    const free = await tx
      .selectFrom('image')
      .select('key')
      .where('key', 'in', keys)
      .where('app_user_id', '=', appUserId)
      .where('stored_at', 'is not', null)
      .where('form_submission_id', 'is', null)
      .where(({ eb, or }) => or([eb('client_id', 'is', null), eb('client_id', '=', clientId)]))
      .orderBy('id')
      .modifyEnd(tx.rowLock('update'))
      .execute();
    const found = new Set(free.map(({ key }) => key));
    const missing = keys.filter((key) => !found.has(key));
    if (missing.length === 0) {
      await tx
        .updateTable('image')
        .set({ client_id: clientId, expires_at: unusedUntil(now) })
        .where('key', 'in', keys)
        .execute();
    }
    return missing;
  });
}

/** Adds reserved images to a form that was just stored. */
export async function attachImages(tx: PlatformDb, formId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .updateTable('image')
    .set({ form_submission_id: formId, expires_at: null })
    .where('key', 'in', keys)
    .execute();
}

function unusedUntil(now: number): string {
  return new Date(now + UNUSED_IMAGE_DAYS * DAY).toISOString();
}
