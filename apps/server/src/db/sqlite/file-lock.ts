import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../config/start-error.ts';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';
import { isOfDisk } from './faults.ts';
import { restrictToOwner } from './private-files.ts';

/**
 * Locks a SQLite file for this server. The operating system releases the lock when the process exits or crashes. Returns
 * a function that releases it; throws if another server has the lock.
 */
export function lockDatabaseFile(file: string): () => void {
  const lockFile = `${file}.server-lock`;
  restrictToOwner(lockFile);
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (isOfDisk(error)) throw new DatabaseUnavailable(error);
    throw new StartError(
      `another Callpoint server is running on ${file}: stop it first, or set DATABASE_URL to a PostgreSQL database, which any number of servers can share`,
      { cause: error },
    );
  }
  return () => lock.close();
}
