import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** The code of the thread that copies the log into the database at each message; see checkpoints.ts. */

/** Pages of the log, and those among them that are in the database. */
export type LogSize = { pages: number; copied: number };

const database = new DatabaseSync(workerData as string);
database.exec('pragma synchronous = full');
// Passive: it waits for no connection, and none waits for it.
const copy = database.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', () => {
  const { log, checkpointed } = copy.get() as { log: number; checkpointed: number };
  parentPort?.postMessage({ pages: log, copied: checkpointed } satisfies LogSize);
});
