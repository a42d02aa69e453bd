import { type FileHandle, open, realpath } from 'node:fs/promises';

/**
 * Waits until commits are on the disk. SQLite appends each commit to a log; this syncs the log in another thread, so that
 * the event loop serves calls meanwhile. All commits that end during one sync share the next.
 */
export class LogSync {
  readonly #database: string;
  /** Open from the first sync: SQLite creates the log with the first write, and keeps the file while it is open. */
  #file: FileHandle | undefined;
  #commits = 0;
  #synced = 0;
  #running: Promise<void> | null = null;
  #isSkipped = false;

  /** @param database the path of its file */
  constructor(database: string) {
    this.#database = database;
  }

  /** From now on, nothing waits: for data that can be created again. */
  skip(): void {
    this.#isSkipped = true;
  }

  /** Call it after each commit that may have changed data. */
  noteCommit(): void {
    this.#commits += 1;
  }

  /** Resolves when all commits so far are on the disk. */
  async wait(): Promise<void> {
    const upTo = this.#commits;
    while (this.#synced < upTo && !this.#isSkipped) await (this.#running ??= this.#sync());
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#file?.close();
  }

  async #sync(): Promise<void> {
    const upTo = this.#commits;
    try {
      // The log of a linked file is next to the file itself.
      this.#file ??= await open(`${await realpath(this.#database)}-wal`, 'r+');
      await this.#file.datasync();
      this.#synced = upTo;
    } catch (error) {
      await stopProcess(new Error('The disk could not store committed data', { cause: error }));
    } finally {
      this.#running = null;
    }
  }
}

/**
 * Never resolves: after a failed sync the system may have discarded the data, and a second sync would report success.
 * Phones repeat what got no response.
 */
function stopProcess(error: Error): Promise<never> {
  setImmediate(() => {
    throw error;
  });
  return new Promise(() => {});
}
