import { readEnvironment, type Environment } from '../src/config/environment.ts';
import {
  databaseLocation,
  describeLocation,
  isShared,
  openDatabase,
  reserveDatabase,
  type DatabaseLocation,
} from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import { deleteAll, demoState } from './demo-state.ts';
import { makeDemo, type OnProgress } from './make-demo.ts';

/**
 * The settings of a demo server: those of the environment, but never the database that somebody uses for real.
 * `DEMO_DATABASE_URL` stands for `DATABASE_URL`. Throws EnvironmentError.
 */
export function demoEnvironment(variables: Record<string, string | undefined>): Environment {
  return readEnvironment({
    ...variables,
    DATABASE_URL: variables['DEMO_DATABASE_URL'],
    DATA_DIR: variables['DATA_DIR'] || './data-demo',
  });
}

type Options = {
  /** Makes the data anew where it is there already. */
  fresh: boolean;
  now: Date;
  onProgress: OnProgress;
};

/**
 * Makes the demo's data unless it is there; returns when it was made. Throws where the database is not a demo's, or
 * a server is running on it.
 */
export async function prepareDemo(
  environment: Environment,
  { fresh, now, onProgress }: Options,
): Promise<{ made: boolean; at: Date }> {
  const location = databaseLocation(environment);
  const release = reserveDatabase(location);
  const db = openDatabase(location, (error) => console.error(error.message));
  try {
    const state = await demoState(db);
    if (state.kind === 'foreign') throw new Error(notTheDemos(location));
    if (state.kind === 'made' && !fresh) return { made: false, at: state.at };
    await migrate(db);
    if (state.kind !== 'empty') await deleteAll(db);
    await makeDemo(db, now, onProgress);
    return { made: true, at: now };
  } finally {
    await db.destroy();
    release();
  }
}

function notTheDemos(location: DatabaseLocation): string {
  return isShared(location)
    ? "the database of DEMO_DATABASE_URL holds accounts that are not the demo's, so it stays as it is. Use another one."
    : `${describeLocation(location)} holds accounts that are not the demo's, so it stays as it is. Set DATA_DIR to another folder.`;
}
