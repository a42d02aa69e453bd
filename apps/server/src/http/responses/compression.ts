import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller responses fit into the first packets in any case. In bytes. */
const MIN_BYTES = 1400;
/** Up to this size compressing takes well under a millisecond, less than a stream costs. In bytes. */
const MAX_AT_ONCE = 32 * 1024;

/**
 * Compresses JSON and pages with gzip for clients that accept it. A list of records becomes an eighth as large: on a slow
 * line it would delay the code that draws it. No response contains a secret beside a text that a stranger chose, and no
 * browser sends our calls without our code, so compressed sizes disclose nothing (BREACH). Bodies of requests are never
 * decompressed.
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['gzip'],
    customTypes: /^(application\/json|text\/html)\b/,
    threshold: MIN_BYTES,
    syncThreshold: MAX_AT_ONCE,
    // JSON of lists: level 6 saves a few percent more and takes twice as long.
    zlibOptions: { level: 3 },
    globalDecompression: false,
  });
}
