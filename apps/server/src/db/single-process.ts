import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the right to be the only server on a SQLite file, for as long as the process lives: the lock is the operating
 * system's, so it ends with the process, however that ends. Returns the release; throws where another server has it.
 */
export function onlyServerOn(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(`${file}.server-lock`);
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
