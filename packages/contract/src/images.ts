import { z } from 'zod';
import { EXAMPLE_IMAGE_KEY } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { KEY_PATTERN } from './image-address.ts';
import type { PlanKind } from './plan-kinds.ts';

/** Images that phones upload for form 1, and that a record shows. */

/** Maximum bytes of an uploaded file. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Maximum pixels of an uploaded image: width times height. */
export const MAX_IMAGE_PIXELS = 25_000_000;
/** Images that an app user may upload in an hour. */
export const IMAGES_AN_HOUR = 100;
/** Bytes of all stored images of a subscriber, by plan. A usual one has about 1 MB. */
export const IMAGE_STORAGE: Readonly<Record<PlanKind, number>> = {
  free: 1024 ** 3,
  paid: 10 * 1024 ** 3,
  upgrade_by_admin: 10 * 1024 ** 3,
};
/** Days after which an uploaded image that no form contains is deleted. */
export const UNUSED_IMAGE_DAYS = 7;

export const imageKey = z
  .string({ error: 'is required' })
  .regex(new RegExp(`^${KEY_PATTERN}$`), 'must be the key of an image, as its upload returned it');

const uploadImageBody = z.strictObject({
  image: z
    .string()
    .meta({ format: 'binary' })
    .describe('The file: JPEG, PNG or WebP, at most 10 MiB and 25 megapixels.'),
});

const uploadImageResponse = z.object({
  ok: z.literal(true),
  data: z.object({ key: z.string().describe('The name that a form refers to the image by.') }),
});

export const IMAGE_SIZES = ['full', 'thumbnail'] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

const imageQuery = z.object({
  key: imageKey.describe('The key of the image.'),
  size: z
    .enum(IMAGE_SIZES, { error: `must be ${IMAGE_SIZES.join(' or ')}` })
    .default('full')
    .describe('`full`: at most 2,560 pixels wide and high; `thumbnail`: at most 320.'),
});

const imageResponse = z.string().describe('The image as JPEG, without metadata.');

export const imageCalls = defineCalls(() => ({
  upload: defineCall({
    name: 'uploadImage',
    method: 'POST',
    path: '/images',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    receives: 'multipart/form-data',
    body: uploadImageBody,
    response: uploadImageResponse,
    errors: {
      400: {
        description: 'The upload is incomplete, or the image cannot be read.',
        msg: 'This image is damaged or incomplete. Take it again, or choose another one.',
        field: 'image',
      },
      409: {
        description: 'The subscriber has used up its storage for images.',
        msg: 'Your organization has used up its storage for images. Send the form without images.',
        field: 'image',
      },
      413: {
        description: 'The image has more than 10 MiB or 25 megapixels.',
        msg: 'The image is larger than 10 MiB. Choose a smaller one.',
        field: 'image',
      },
      415: {
        description: 'The body is not multipart/form-data, or the file is not a JPEG, PNG or WebP image.',
        msg: 'This is not a JPEG, PNG or WebP image.',
        field: 'image',
      },
      429: {
        description: 'Too many uploads of one app user or network; Retry-After has the seconds to wait.',
        msg: 'You uploaded many images. Wait a moment, then try again.',
      },
    },
    subject: 'form_submission',
    audited: false,
    summary: 'Upload an image for form 1',
    description: `The response names the image by a \`key\` for \`form_submission\`. The server detects the type from the file’s bytes and stores a JPEG without metadata. The same file gets the same key until a form contains it, so an upload without a response can be repeated. An image that no form contains is deleted after ${UNUSED_IMAGE_DAYS} days.`,
    example: {
      body: { image: '(the bytes of the file)' },
      response: { ok: true, data: { key: EXAMPLE_IMAGE_KEY } },
    },
  }),
  read: defineCall({
    name: 'getImage',
    method: 'GET',
    path: '/images',
    bases: ['/tapi/v1', '/api/v1', '/mapi/v1'],
    permission: 'image.read',
    query: imageQuery,
    response: imageResponse,
    streams: 'image/jpeg',
    errors: {
      404: { description: 'The image does not exist.', msg: 'The image does not exist.', field: 'key' },
      429: {
        description: 'Too many calls of the account at the same time; Retry-After has the seconds to wait.',
        msg: 'Too many requests of this account at the same time. Try again in a moment.',
      },
    },
    subject: 'form_submission',
    summary: 'An image of a form',
    description:
      'For those who may see the form: its app user, the subscriber and administrators. 404 for all others, and while the form is deleted.',
    example: { query: { key: EXAMPLE_IMAGE_KEY }, response: '(the bytes of the image)' },
  }),
}));
