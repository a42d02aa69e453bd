import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Semaphore } from '../../scheduling/semaphore.ts';
import type { LogSize } from './checkpoint-thread.ts';

/** Pages of the log from which it is copied into the database. */
const PAGES = 4000;
/** Pages from which commits wait for the copy: otherwise the log would grow as long as commits never pause. */
const MAX_PAGES = 16_000;

/** In the build it ends in `.js`. */
const THREAD = new URL(`checkpoint-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Copies the log into the database in another thread, because both wait for the disk. SQLite starts the log again with
 * the first commit after a complete copy.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #permits: Semaphore;
  readonly #onError: (error: Error) => void;
  /** Pages at which the next copy starts: more than `PAGES` after one that was not complete. */
  #nextAt = PAGES;
  #running: Promise<void> | null = null;
  #isClosing = false;
  #holdsPermit = false;

  /** @param permits the permit of the connection, without which nothing is committed */
  constructor(file: string, permits: Semaphore, onError: (error: Error) => void) {
    this.#file = file;
    this.#permits = permits;
    this.#onError = onError;
  }

  /** True while commits wait for a copy; reads need not wait. */
  get holdsPermit(): boolean {
    return this.#holdsPermit;
  }

  /** Call it after each commit, with the pages of the log that are not in the database yet. */
  noteCommit(pages: number): void {
    if (pages < this.#nextAt || this.#isClosing) return;
    this.#nextAt = pages + PAGES;
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#running;
  }

  /** In a new thread each time: between two copies it would only use memory. */
  async #run(): Promise<void> {
    let thread: Worker | null = null;
    try {
      thread = new Worker(THREAD, { workerData: this.#file, execArgv: [] });
      let size = await copyLog(thread);
      // Otherwise commits may always be ahead of the copy.
      if (size.pages > MAX_PAGES) size = await this.#copyWithoutCommits(thread);
      this.#nextAt = size.pages - size.copied + PAGES;
    } catch (error) {
      this.#onError(new LogNotCopied(error));
    } finally {
      await thread?.terminate();
      this.#running = null;
    }
  }

  async #copyWithoutCommits(thread: Worker): Promise<LogSize> {
    await this.#permits.acquire();
    this.#holdsPermit = true;
    try {
      return await copyLog(thread);
    } finally {
      this.#holdsPermit = false;
      this.#permits.release();
    }
  }
}

/** The log of the database was not copied into it; this is tried again after a later commit. */
class LogNotCopied extends Error {
  override readonly name = 'LogNotCopied';
  readonly code: unknown;

  constructor(cause: unknown) {
    super('the log of the database was not copied into it', { cause });
    this.code = (cause as { code?: unknown }).code;
  }
}

/** Rejects if the thread fails. */
async function copyLog(thread: Worker): Promise<LogSize> {
  thread.postMessage('copy');
  const [size] = (await once(thread, 'message')) as [LogSize];
  return size;
}
