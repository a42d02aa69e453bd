import { randomBytes } from 'node:crypto';
import type { PlatformDb } from '../../db/handles/platform.ts';
import { CallError, conflict } from '../../http/errors/call-error.ts';
import {
  admitImage,
  insertImage,
  markStored,
  renewImage,
  type Admitted,
  type UploadedImage,
} from '../../images/image-rows.ts';
import type { ImageContent, ImageStore } from '../../images/image-store.ts';
import { UnusableImage, type ImageFault } from '../../images/sanitize-image.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import type { Semaphore } from '../../scheduling/semaphore.ts';
import { yieldToPresses } from '../../scheduling/press-priority.ts';

/** 160 bits: no one finds the name of another image. */
const KEY_BYTES = 20;

export type UploadDependencies = {
  platform: PlatformDb;
  images: ImageStore;
  /** Decodes and encodes an uploaded file; throws UnusableImage. */
  sanitize: (bytes: Buffer) => Promise<ImageContent>;
  /** Admits decodings in fair order of the subscribers. */
  decoding: Semaphore;
};

/**
 * Stores an uploaded file and returns its key. The same file of the same person gets the same key until a form contains
 * it. Throws CallError if it is not usable, or if a limit is reached.
 */
export async function storeUpload(
  { platform, images, sanitize, decoding }: UploadDependencies,
  upload: UploadedImage,
  bytes: Buffer,
): Promise<string> {
  // Before the image is decoded: a rejection must cost little.
  const early = requireAdmitted(await admitImage(platform, upload, 0, Date.now()));
  if (early !== null) return await repeat(platform, early);
  const image = await decoding.run(String(upload.teamId), async () => {
    await yieldToPresses();
    return await sanitize(bytes).catch(rejectUnusable);
  });
  const size = image.full.length + image.thumbnail.length;
  const key = randomBytes(KEY_BYTES).toString('hex');
  const now = Date.now();
  const earlier = await platform.transaction(async (tx) => {
    const admitted = requireAdmitted(await admitImage(tx, upload, size, now));
    if (admitted === null) await insertImage(tx, upload, { key, bytes: size, now });
    return admitted;
  });
  if (earlier !== null) return await repeat(platform, earlier);
  await images.put(key, image);
  await markStored(platform, key, Date.now());
  return key;
}

async function repeat(platform: PlatformDb, key: string): Promise<string> {
  await renewImage(platform, key, Date.now());
  return key;
}

/** The key of an earlier upload of the file; null if it is new. Throws CallError at a limit. */
function requireAdmitted(admitted: Admitted): string | null {
  if (admitted.kind === 'repeated') return admitted.key;
  if (admitted.kind === 'new') return null;
  if (admitted.limit === 'storage') {
    throw conflict(
      'Your organization has used up its storage for images. Send the form without images.',
      'image',
    );
  }
  const wait = Math.max(1000, admitted.retryAt - Date.now());
  const msg = `You uploaded many images within an hour. Try again in ${minutes(wait)}.`;
  throw new CallError(429, msg, [], Math.ceil(wait / 1000));
}

function minutes(milliseconds: number): string {
  const count = Math.ceil(milliseconds / MINUTE);
  return count === 1 ? 'a minute' : `${count} minutes`;
}

const REJECTIONS: Readonly<Record<ImageFault, [status: number, msg: string]>> = {
  type: [415, 'This is not a JPEG, PNG or WebP image.'],
  pixels: [413, 'The image has more than 25 megapixels. Choose a smaller one.'],
  damaged: [400, 'This image is damaged or incomplete. Take it again, or choose another one.'],
};

function rejectUnusable(error: unknown): never {
  if (!(error instanceof UnusableImage)) throw error;
  const [status, msg] = REJECTIONS[error.fault];
  throw new CallError(status, msg, [{ msg, field: 'image' }]);
}
