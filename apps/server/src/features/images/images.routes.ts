import { imageCalls } from '@callpoint/contract/images';
import type { FastifyRequest } from 'fastify';
import type { PlatformDb } from '../../db/handles/platform.ts';
import { MAX_ARRIVAL_TIME } from '../../http/connections/arrival-time.ts';
import { fairQueue } from '../../http/admission/fair-queue.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { CallError, notFound } from '../../http/errors/call-error.ts';
import { IMAGE_POLICY } from '../../http/pages/content-security.ts';
import type { App } from '../../http/api/schemas.ts';
import { ImageStoreError, type ImageStore } from '../../images/image-store.ts';
import { sanitizeImage } from '../../images/sanitize-image.ts';
import { throttleDelay } from '../../scheduling/press-priority.ts';
import { canSeeImage } from './find-image.ts';
import { OpenImages } from './open-images.ts';
import { announcedBytes, multipartBodiesOnly, receiveImage, rejectLongUpload } from './receive-image.ts';
import { storeUpload } from './store-upload.ts';
import { UploadSlots } from './upload-slots.ts';

const BUSY = { msg: 'The server is busy. Try again in a moment.', retryAfter: 5 };

/** One image is decoded at a time, so that the memory is limited and presses have the other processors. */
const DECODING = {
  concurrency: 1,
  perKey: 40,
  waiting: 100,
  tooManyOfKey: { ...BUSY, msg: 'Other images are still being uploaded. Wait until they finish.' },
  tooManyWaiting: BUSY,
  throttleDelay,
};

/** Uploads of phones, and the images of the app user's own forms. */
export async function phoneImageRoutes(
  app: App,
  { platform, images }: { platform: PlatformDb; images: ImageStore },
): Promise<void> {
  await multipartBodiesOnly(app);
  imageRoutes(app, { images });
  const decoding = fairQueue(DECODING);
  const slots = new UploadSlots();
  app.handle(
    imageCalls.upload,
    async (request) => {
      const caller = getCaller(request);
      if (caller.role !== 'app_user') throw new Error('the phone base is for app users');
      rejectLongUpload(request);
      // Nothing would end the wait for the image of a connection that was closed before.
      if (request.raw.socket.destroyed) throw new CallError(400, 'The connection was closed.');
      const release = slots.enter(caller, announcedBytes(request));
      try {
        const { bytes, contentHash } = await receiveImage(request);
        const upload = { teamId: caller.teamId, appUserId: caller.id, contentHash };
        const needs = { platform, images, sanitize: sanitizeImage, decoding };
        const key = await withStore(request, () => storeUpload(needs, upload, bytes));
        return { ok: true as const, data: { key } };
      } finally {
        release();
      }
    },
    { expensive: 'image', arrivalTime: MAX_ARRIVAL_TIME },
  );
}

/** Images of forms, for those who may see the form. */
export function imageRoutes(app: App, { images }: { images: ImageStore }): void {
  const open = new OpenImages();
  app.handle(imageCalls.read, async (request, reply) => {
    const { key, size } = request.query;
    const missing = () => notFound('The image does not exist.', 'key');
    const caller = getCaller(request);
    if (!(await canSeeImage(getTenantDb(request), caller, key))) throw missing();
    // A response that was closed before does not report it again.
    if (size === 'full' && !reply.raw.closed) reply.raw.once('close', open.enter(caller));
    const bytes = await withStore(request, () => images.read(key, size));
    if (!bytes) throw missing();
    await reply
      .headers({
        'content-type': 'image/jpeg',
        'content-disposition': `inline; filename="${key}.jpg"`,
        'content-security-policy': IMAGE_POLICY,
        'cache-control': 'private, max-age=300',
        vary: 'authorization',
      })
      .send(bytes);
  });
}

/** Runs work that uses the store of images. A store that does not work is logged, and the client may try again. */
async function withStore<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ImageStoreError)) throw error;
    request.log.error({ err: error }, 'the store of images failed');
    const msg = 'Images are unavailable. Try again in a moment.';
    throw new CallError(503, msg, [], BUSY.retryAfter);
  }
}
