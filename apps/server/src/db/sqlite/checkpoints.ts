import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Semaphore } from '../../scheduling/semaphore.ts';
import type { LogSize } from './checkpoint-thread.ts';

/** Pages of the log from which it is copied into the database: 32 MB. */
const PAGES = 8_000;
/** Pages from which commits wait for the copy, 256 MB: otherwise the log would grow as long as commits never pause. */
const MAX_PAGES = 64_000;
/** Milliseconds without a copy after which the thread ends: it uses memory, but its start takes longer than most copies. */
const IDLE = 10_000;

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
  #thread: Worker | null = null;
  #endIfIdle: NodeJS.Timeout | undefined;
  /** The end of the last thread. */
  #ended: Promise<unknown> = Promise.resolve();

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
    await this.#endThread();
  }

  async #run(): Promise<void> {
    clearTimeout(this.#endIfIdle);
    try {
      const thread = (this.#thread ??= this.#startThread());
      thread.ref();
      let size = await copyLog(thread);
      // Otherwise commits may always be ahead of the copy.
      if (size.pages > MAX_PAGES) size = await this.#copyWithoutCommits(thread);
      this.#nextAt = size.pages - size.copied + PAGES;
      // The process may end before.
      thread.unref();
      this.#endIfIdle = setTimeout(() => void this.#endThread(), IDLE).unref();
    } catch (error) {
      this.#onError(new LogNotCopied(error));
      await this.#endThread();
    } finally {
      this.#running = null;
    }
  }

  #startThread(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#file, execArgv: [] });
    // Between two copies, nobody waits for it: the next one starts another.
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#endIfIdle);
    if (this.#thread) this.#ended = this.#thread.terminate();
    this.#thread = null;
    // It closes its own connection, also if this was called before.
    await this.#ended;
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
