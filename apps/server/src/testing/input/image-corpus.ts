import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { buildNoise, buildPhoto } from './sample-images.ts';

/** Files that a hostile or faulty phone may upload, and the status that each must get. */
export type CorpusFile = { name: string; bytes: Buffer; status: 200 | 400 | 413 | 415 };

/** A text that no stored image may contain. */
export const PAYLOAD = 'PAYLOAD-7f3a';
const SCRIPT = `<script>alert("${PAYLOAD}")</script>`;

/** A chunk of a PNG file. */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** A PNG in shades of gray with these pixels, and with more chunks after its header. */
function png(width: number, height: number, pixels: Buffer, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The rows of a black PNG: each starts with its filter. */
const rows = (width: number, height: number) => Buffer.alloc((width + 1) * height);

/** A JPEG whose header claims another size. */
async function withClaimedSize(width: number, height: number): Promise<Buffer> {
  const bytes = await buildPhoto('gray', 64, 64);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** A WebP file whose header claims a canvas. */
function webpCanvas(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(22, 4);
  bytes.write('WEBPVP8X', 8, 'latin1');
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}

/** Small files that are large when they are decoded, or claim to be. */
export async function buildBombs(): Promise<CorpusFile[]> {
  const zeros = deflateSync(Buffer.alloc(100_000_000));
  const text = (type: string, head: string) =>
    chunk(type, Buffer.concat([Buffer.from(head, 'latin1'), zeros]));
  const claimed = 50_000;
  return [
    { name: 'a PNG that claims 2,500 megapixels', bytes: png(claimed, claimed, rows(64, 64)), status: 413 },
    { name: 'a PNG of 25 megapixels and a row', bytes: png(5000, 5001, rows(5000, 5001)), status: 413 },
    {
      name: 'a JPEG that claims 4,225 megapixels',
      bytes: await withClaimedSize(65_000, 65_000),
      status: 413,
    },
    // Its missing pixels are gray, as in other programs.
    { name: 'a JPEG that claims 24 megapixels', bytes: await withClaimedSize(6000, 4000), status: 200 },
    { name: 'a WebP that claims 268 megapixels', bytes: webpCanvas(16_383, 16_383), status: 400 },
    { name: 'a JPEG of 50 megapixels', bytes: await buildPhoto('gray', 10_000, 5000), status: 413 },
    {
      name: 'a PNG of 50 megapixels',
      bytes: png(10_000, 5000, rows(10_000, 5000)),
      status: 413,
    },
    { name: 'a PNG with 100 MB of text', bytes: png(8, 8, rows(8, 8), [text('zTXt', 'a\0\0')]), status: 200 },
    {
      name: 'a PNG with a profile of 100 MB',
      bytes: png(8, 8, rows(8, 8), [text('iCCP', 'a\0\0')]),
      status: 200,
    },
    {
      name: 'a PNG with more pixels than its size',
      bytes: png(8, 8, Buffer.alloc(100_000_000)),
      status: 200,
    },
  ];
}

async function polyglots(): Promise<CorpusFile[]> {
  const [jpeg, webp] = [
    await buildPhoto('red'),
    await sharp(await buildPhoto('red'))
      .webp()
      .toBuffer(),
  ];
  const image = png(8, 8, rows(8, 8));
  const comment = Buffer.from(SCRIPT);
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  const archive = Buffer.from(`PK\x03\x04${PAYLOAD}`, 'latin1');
  return [
    { name: 'a JPEG followed by a page', bytes: Buffer.concat([jpeg, comment]), status: 200 },
    {
      name: 'a JPEG with a script as comment',
      bytes: Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]),
      status: 200,
    },
    { name: 'a PNG followed by an archive', bytes: Buffer.concat([image, archive]), status: 200 },
    {
      name: 'a PNG with a script as text',
      bytes: png(8, 8, rows(8, 8), [chunk('tEXt', Buffer.from(`a\0${SCRIPT}`))]),
      status: 200,
    },
    { name: 'a WebP followed by a page', bytes: Buffer.concat([webp, comment]), status: 200 },
  ];
}

function otherTypes(): CorpusFile[] {
  const files = {
    'an SVG': `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
    'an SVG with an entity': `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg>&b;</svg>`,
    'a page': `<!doctype html>${SCRIPT}`,
    'a GIF': 'GIF89a\x01\0\x01\0\0\0\0;',
    'a PDF': '%PDF-1.7',
    'a TIFF': 'II*\0\x08\0\0\0',
    'an AVIF': '\0\0\0\x1cftypavif\0\0\0\0',
    'a HEIC': '\0\0\0\x18ftypheic\0\0\0\0',
    'a BMP': 'BM\x1e\0\0\0',
    'an icon': '\0\0\x01\0\x01\0',
    'an archive': 'PK\x03\x04',
    'an empty file': '',
    'a WAV': 'RIFF\x24\0\0\0WAVEfmt ',
    'an SVG after a space': ' \x89PNG\r\n\x1a\n<svg/>',
  };
  return Object.entries(files).map(([name, text]) => ({
    name,
    bytes: Buffer.from(text, 'latin1'),
    status: 415,
  }));
}

async function damaged(): Promise<CorpusFile[]> {
  const noise = buildNoise({ width: 400, height: 300 });
  const whole = {
    JPEG: await noise.clone().jpeg().toBuffer(),
    'progressive JPEG': await noise.clone().jpeg({ progressive: true }).toBuffer(),
    PNG: await noise.clone().png().toBuffer(),
    WebP: await noise.clone().webp().toBuffer(),
  };
  const cut = Object.entries(whole).flatMap(([type, bytes]) =>
    [0.01, 0.5, 0.95].map((part): CorpusFile => {
      const length = Math.round(bytes.length * part);
      return {
        name: `${length} of ${bytes.length} bytes of a ${type}`,
        bytes: bytes.subarray(0, length),
        status: 400,
      };
    }),
  );
  const disguised = (head: string) => Buffer.from(`${head}<svg>${SCRIPT}</svg>`, 'latin1');
  return [
    ...cut,
    { name: 'an SVG that starts like a JPEG', bytes: disguised('\xff\xd8\xff'), status: 400 },
    { name: 'an SVG that starts like a PNG', bytes: disguised('\x89PNG\r\n\x1a\n'), status: 400 },
    { name: 'an SVG that starts like a WebP', bytes: disguised('RIFF\x24\0\0\0WEBP'), status: 400 },
    { name: 'a PNG of no pixels', bytes: png(0, 0, Buffer.alloc(0)), status: 400 },
  ];
}

async function withMetadata(): Promise<CorpusFile[]> {
  const exif = {
    IFD0: { Artist: PAYLOAD, Orientation: '6' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '38/1 53/1 51/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '77/1 2/1 11/1',
    },
  };
  const described = sharp(await buildPhoto('red'))
    .withExif(exif)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD}</x:xmpmeta>`)
    .withIccProfile('p3');
  const encode = async (type: 'jpeg' | 'png' | 'webp'): Promise<CorpusFile> => ({
    name: `a ${type} with a location`,
    bytes: await described.clone().toFormat(type).toBuffer(),
    status: 200,
  });
  return [await encode('jpeg'), await encode('png'), await encode('webp')];
}

async function unusual(): Promise<CorpusFile[]> {
  const noise = buildNoise({ width: 300, height: 200 });
  const frames = await sharp(await Promise.all(['red', 'green', 'blue'].map((color) => buildPhoto(color))), {
    join: { animated: true },
  })
    .webp()
    .toBuffer();
  return [
    { name: 'one pixel', bytes: png(1, 1, rows(1, 1)), status: 200 },
    { name: 'one row of 60,000 pixels', bytes: png(60_000, 1, rows(60_000, 1)), status: 200 },
    { name: 'a CMYK JPEG', bytes: await noise.clone().toColorspace('cmyk').jpeg().toBuffer(), status: 200 },
    {
      name: 'a PNG of 16 bits',
      bytes: await noise.clone().toColorspace('rgb16').png().toBuffer(),
      status: 200,
    },
    { name: 'a transparent PNG', bytes: await noise.clone().ensureAlpha(0.5).png().toBuffer(), status: 200 },
    { name: 'an animated WebP', bytes: frames, status: 200 },
    {
      name: 'a WebP without loss',
      bytes: await noise.clone().webp({ lossless: true }).toBuffer(),
      status: 200,
    },
  ];
}

/** All images of the corpus. Each test process creates them. */
export async function buildCorpus(): Promise<CorpusFile[]> {
  return [
    ...(await buildBombs()),
    ...(await polyglots()),
    ...otherTypes(),
    ...(await damaged()),
    ...(await withMetadata()),
    ...(await unusual()),
  ];
}
