import { randomFillSync } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** An image that no encoder can compress well. */
export function buildNoise({ width, height }: { width: number; height: number }): Sharp {
  const channels = 3;
  const pixels = randomFillSync(Buffer.allocUnsafe(width * height * channels));
  return sharp(pixels, { raw: { width, height, channels } });
}

/** A JPEG of one color. */
export async function buildPhoto(background: string, width = 640, height = 480): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
