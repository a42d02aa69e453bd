import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './private-files.ts';

/**
 * Takes the right to be the only server on a SQLite file, for as long as the process lives: the lock is the operating
 * system's, so it ends with the process, however that ends. Returns the release; throws where another server has it.
 */
export function onlyServerOn(file: string): () => void {
  const lockFile = `${file}.server-lock`;
  keepPrivate(lockFile);
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    lock.close();
    throw new Error(
      `another Callpoint server is running on ${file}: stop it first, or set DATABASE_URL to a PostgreSQL database, which any number of servers can share`,
    );
  }
  return () => lock.close();
}
