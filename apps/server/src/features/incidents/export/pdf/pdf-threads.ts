import { extname } from 'node:path';
import { Piscina } from 'piscina';
import type { IncidentFile } from '../../../../incidents/timeline/export-chain.ts';

/** Megabytes that a document may need; one with 2,000 texts of 5,000 characters needs between 64 and 128. */
const MEMORY = 512;

/**
 * Laying out a document takes up to seconds of a processor, and no press waits for it: the thread has a lower priority than
 * the event loop on Linux. Its share of a busy core is a tenth; with less, a document is not written in time. It ends when nobody
 * has needed it for a while.
 */
const threads = new Piscina<IncidentFile, Uint8Array>({
  // In the build it ends in `.js`.
  filename: new URL(`pdf-thread${extname(import.meta.url)}`, import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  niceIncrement: 10,
  idleTimeout: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY },
});

// A thread that ends by itself, without memory, after its document was given up: nobody waits for that error, which would stop the process.
threads.on('error', () => {});

/** An exported incident as a document. Throws an AbortError if `signal` aborts first: the thread is ended. */
export async function createPdfInThread(file: IncidentFile, signal?: AbortSignal): Promise<Buffer> {
  return Buffer.from(await threads.run(file, signal ? { signal } : {}));
}
