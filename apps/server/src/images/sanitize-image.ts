import { MAX_IMAGE_PIXELS } from '@callpoint/contract/images';
import type { ImageContent } from './image-store.ts';

/** Maximum width and height of a stored image: enough to read a label, and about 1 MB. */
const FULL_SIDE = 2560;
/** Twice the size in which the console shows it. */
const THUMBNAIL_SIDE = 320;
const SECONDS = 20;

const DECODING = { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' } as const;

/** Why an uploaded file was rejected: its type, its size, or its content, which cannot be decoded. */
export type ImageFault = 'type' | 'pixels' | 'damaged';

/** An uploaded file that is not a usable image. */
export class UnusableImage extends Error {
  readonly fault: ImageFault;
  constructor(fault: ImageFault) {
    super(`unusable image: ${fault}`);
    this.fault = fault;
  }
}

/**
 * Decodes an uploaded file and encodes its pixels again, so that nothing else of the file remains: no metadata, no
 * location, no hidden content. A transparent background becomes white. Throws UnusableImage.
 */
export async function sanitizeImage(bytes: Buffer): Promise<ImageContent> {
  if (!hasKnownType(bytes)) throw new UnusableImage('type');
  // It takes memory, so a server without images does not load it.
  const { sharp } = await import('./image-decoder.ts');
  // Reads only the header: an image with too many pixels is never decoded.
  const { width, height } = await decoded(() => sharp(bytes, { limitInputPixels: false }).metadata());
  if (width * height > MAX_IMAGE_PIXELS) throw new UnusableImage('pixels');
  const full = await decoded(() =>
    sharp(bytes, DECODING)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(FULL_SIDE, FULL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer(),
  );
  const thumbnail = await sharp(full, DECODING)
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 75 })
    .toBuffer();
  return { full, thumbnail };
}

async function decoded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw new UnusableImage('damaged');
  }
}

/** Detects JPEG, PNG and WebP by their first bytes; names and content types come from the client. */
function hasKnownType(bytes: Buffer): boolean {
  const starts = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));
  return starts('\xff\xd8\xff') || starts('\x89PNG\r\n\x1a\n') || (starts('RIFF') && starts('WEBP', 8));
}
