import type { ImageSize } from '@callpoint/contract/images';
import { api } from '../../../net/api.ts';

/** Images that load at the same time: a list has a hundred, and other calls must not wait for them. */
const MOST = 4;

let free = MOST;
const waiting: (() => void)[] = [];

/**
 * Loads an uploaded image as the signed-in person; resolves to a `data:` address. An `<img>` itself cannot send the token.
 * Throws CallError.
 */
export async function loadImage(key: string, size: ImageSize, signal: AbortSignal): Promise<string> {
  await takeTurn();
  try {
    signal.throwIfAborted();
    const response = await api.open('/api/v1/images', { query: { key, size }, signal });
    return await readDataAddress(await response.blob());
  } finally {
    free += 1;
    waiting.shift()?.();
  }
}

async function takeTurn(): Promise<void> {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  free -= 1;
}

function readDataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the image could not be read')));
    reader.readAsDataURL(blob);
  });
}
