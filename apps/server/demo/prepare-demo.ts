import { readEnvironment, type Environment } from '../src/delivery/channels/environment.ts';
import {
  databaseLocation,
  describeLocation,
  isShared,
  openDatabase,
  reserveDatabase,
  type DatabaseLocation,
} from '../src/db/connection.ts';
import { openImageStore } from '../src/images/open-store.ts';
import { migrate } from '../src/db/migrate.ts';
import { deleteAll, readDemoState } from './demo-state.ts';
import { createDemo, type ProgressListener } from './create-demo.ts';

/**
 * The settings of a demo server: those of the environment, except for the database and the store of images, so that
 * the demo never uses those of production. `DEMO_DATABASE_URL` replaces `DATABASE_URL`. Throws EnvironmentError.
 */
export function demoEnvironment(variables: Record<string, string | undefined>): Environment {
  return readEnvironment({
    ...variables,
    DATABASE_URL: variables['DEMO_DATABASE_URL'],
    PICTURES_URL: undefined,
    DATA_DIR: variables['DATA_DIR'] || './data-demo',
  });
}

type Options = {
  /** Deletes existing demo data and creates it again. */
  fresh: boolean;
  now: Date;
  onProgress: ProgressListener;
};

/**
 * Creates the demo data if there is none. Returns whether it was created now, and when it was created. Throws if the
 * database contains other data, or if a server uses it.
 */
export async function prepareDemo(
  environment: Environment,
  { fresh, now, onProgress }: Options,
): Promise<{ isNew: boolean; at: Date }> {
  const location = databaseLocation(environment);
  const release = reserveDatabase(location);
  const db = openDatabase(location, (error) => console.error(error.message));
  try {
    const state = await readDemoState(db);
    if (state.kind === 'foreign') throw new Error(foreignDataError(location));
    if (state.kind === 'complete' && !fresh) return { isNew: false, at: state.at };
    await migrate(db);
    if (state.kind !== 'empty') await deleteAll(db);
    await createDemo(db, openImageStore(db, location), now, onProgress);
    return { isNew: true, at: now };
  } finally {
    await db.destroy();
    release();
  }
}

function foreignDataError(location: DatabaseLocation): string {
  return isShared(location)
    ? "The database of DEMO_DATABASE_URL contains accounts that are not the demo's, so it was not changed. Use another database."
    : `${describeLocation(location)} contains accounts that are not the demo's, so it was not changed. Set DATA_DIR to another folder.`;
}
