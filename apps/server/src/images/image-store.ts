import type { ImageSize } from '@callpoint/contract/images';

/** The content of an image that the server has encoded: both are JPEG. */
export type ImageContent = { full: Buffer; thumbnail: Buffer };

/**
 * Stores the content of images by their keys. The row of an image is inserted before its content and deleted after it,
 * so no content is left without a row.
 */
export type ImageStore = {
  put(key: string, image: ImageContent): Promise<void>;
  /** Null if there is no such image. */
  read(key: string, size: ImageSize): Promise<Buffer | null>;
  /** A key without content is ignored. */
  delete(keys: readonly string[]): Promise<void>;
};

/** The store does not work at the moment. */
export class ImageStoreError extends Error {}

/**
 * A store that reads images from `earlier` if it does not have them: those from before it was configured. Deletes them
 * from both.
 */
export function withEarlierStore(store: ImageStore, earlier: ImageStore): ImageStore {
  return {
    put: (key, image) => store.put(key, image),
    read: async (key, size) => (await store.read(key, size)) ?? (await earlier.read(key, size)),
    async delete(keys) {
      await store.delete(keys);
      await earlier.delete(keys);
    },
  };
}
