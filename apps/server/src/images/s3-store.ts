import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { ImageSize } from '@callpoint/contract/images';
import type { S3Settings } from '../config/s3-url.ts';
import { ImageStoreError, type ImageStore } from './image-store.ts';

/** Milliseconds for one request. */
const TIMEOUT = 20_000;
/** Further attempts after an error of the store. */
const RETRIES = 2;

/** Stores images in a bucket of an S3-compatible store: `9f86d0….jpg` and `9f86d0…-thumbnail.jpg`. */
export function s3Store({ address, ...access }: S3Settings): ImageStore {
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES });
  const urlOf = (key: string, size: ImageSize) => `${address}/${key}${size === 'full' ? '' : `-${size}`}.jpg`;

  async function request(method: 'GET' | 'PUT' | 'DELETE', url: string, body?: Buffer): Promise<Response> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    try {
      return await client.fetch(url, {
        method,
        headers: { 'x-amz-content-sha256': hash, ...(body ? { 'content-type': 'image/jpeg' } : {}) },
        ...(body ? { body: new Uint8Array(body) } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (error) {
      throw new ImageStoreError('the store of images does not respond', { cause: error });
    }
  }

  async function requireSuccess(response: Response): Promise<void> {
    await response.body?.cancel();
    if (!response.ok) throw new ImageStoreError(`the store of images responded with ${response.status}`);
  }

  return {
    async put(key, image) {
      await requireSuccess(await request('PUT', urlOf(key, 'full'), image.full));
      await requireSuccess(await request('PUT', urlOf(key, 'thumbnail'), image.thumbnail));
    },
    async read(key, size) {
      const response = await request('GET', urlOf(key, size));
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) await requireSuccess(response);
      return Buffer.from(await response.arrayBuffer());
    },
    async delete(keys) {
      for (const key of keys) {
        for (const size of ['full', 'thumbnail'] as const) {
          const response = await request('DELETE', urlOf(key, size));
          if (response.status !== 404) await requireSuccess(response);
        }
      }
    },
  };
}
