/** The addresses of images in `other_data`. Without schemas: the console's lists read them. */

/** A key is a random name of the server, 160 bits. */
export const KEY_PATTERN = '[0-9a-f]{40}';

const PATH = '/api/v1/images';

/** The address of an uploaded image. `publicUrl`: the server's, without a slash at the end. */
export function imageUrl(publicUrl: string, key: string): string {
  return `${publicUrl}${PATH}?key=${key}`;
}

const IN_ADDRESS = new RegExp(`${PATH}\\?key=(${KEY_PATTERN})$`);

/**
 * The key of an uploaded image's address; null for an address of another site. The host does not count: the server's may
 * have changed since the form was sent.
 */
export function keyOfImageUrl(address: string): string | null {
  return IN_ADDRESS.exec(address)?.[1] ?? null;
}
