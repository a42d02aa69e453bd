import sharp from 'sharp';

/** The decoder of images, restricted to what phones upload. */

// Images are decoded once, so a cache only uses memory. One thread for each: presses need the others.
sharp.cache(false);
sharp.concurrency(1);
// All other decoders (SVG, PDF, TIFF, GIF and more) are off, regardless of what a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

export { sharp };
