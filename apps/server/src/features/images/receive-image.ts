import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { MAX_IMAGE_BYTES } from '@callpoint/contract/images';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput, CallError } from '../../http/errors/call-error.ts';

/** The name of the part with the file. */
const PART = 'image';
/** The boundaries and headers of the parts. In bytes. */
const OVERHEAD = 16 * 1024;

/** The largest body of an upload, in bytes. */
export const MAX_UPLOAD_BYTES = MAX_IMAGE_BYTES + OVERHEAD;

const LIMITS = {
  parts: 1,
  files: 1,
  fields: 0,
  fileSize: MAX_IMAGE_BYTES,
  headerPairs: 20,
  fieldNameSize: 100,
};

/** Accepts only multipart bodies on the routes of `app`. */
export async function multipartBodiesOnly(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: LIMITS });
  app.addContentTypeParser('*', (_request, _body, done) => done(notMultipart()));
}

/** Rejects a body that announces more bytes than an upload may have, before it is read. */
export function rejectLongUpload(request: FastifyRequest): void {
  if (announcedBytes(request) > MAX_UPLOAD_BYTES) throw tooLarge();
}

/** The bytes that a body will have; without an announced length, as many as it may have. */
export function announcedBytes({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) ? length : MAX_UPLOAD_BYTES;
}

/** An uploaded file, and the hash of its bytes. */
export type ReceivedImage = { bytes: Buffer; contentHash: string };

/** Reads the only part of a multipart body. Throws CallError for any other body. */
export async function receiveImage(request: FastifyRequest): Promise<ReceivedImage> {
  if (!request.isMultipart()) throw notMultipart();
  let received: ReceivedImage | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== PART) throw wrongParts();
      received = await readFile(part.file);
      if (part.file.truncated) throw tooLarge();
    }
  } catch (error) {
    throw toCallError(error as Error & { code?: string });
  } finally {
    // What is left of a rejected body is discarded without parsing it: the client then gets the response.
    request.raw.unpipe().resume();
  }
  if (!received) throw wrongParts();
  return received;
}

/** Hashes each chunk as it arrives: at the end, it would delay other calls. */
async function readFile(file: AsyncIterable<Buffer>): Promise<ReceivedImage> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    hash.update(chunk);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), contentHash: hash.digest('hex') };
}

function toCallError(error: Error & { code?: string }): CallError {
  if (error instanceof CallError) return error;
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  if (['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'].includes(error.code ?? ''))
    return wrongParts();
  return problem(400, 'The image did not arrive completely. Send it again.');
}

function notMultipart(): CallError {
  return new CallError(415, 'The image must be sent as multipart/form-data.');
}

function wrongParts(): CallError {
  return badInput([{ msg: `The body must have one part with the name ${PART}: the file.`, field: PART }]);
}

function tooLarge(): CallError {
  return problem(413, 'The image is larger than 10 MiB. Choose a smaller one.');
}

function problem(status: number, msg: string): CallError {
  return new CallError(status, msg, [{ msg, field: PART }]);
}
