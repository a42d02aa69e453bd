import { errorText } from '../config/error-text.ts';
import { nameLocation, openDatabase, type DatabaseLocation } from '../db/connection.ts';
import { DirectUrlFault, leadsElsewhere } from '../db/update-tables.ts';
import { problem, type Finding } from './finding.ts';

const SUBJECT = 'Events';
const FIX =
  'Set DATABASE_LISTEN_URL to the address of PostgreSQL itself, with the database of DATABASE_URL: a start needs it.';

/** Why the server would not start with DATABASE_LISTEN_URL. @param url null: it is not set */
export async function checkDirect(location: DatabaseLocation, url: string | null): Promise<Finding[]> {
  if (url === null) return [];
  const direct: DatabaseLocation = { kind: 'postgres', url };
  const db = openDatabase(location, () => {});
  const own = openDatabase(direct, () => {});
  try {
    if (!(await leadsElsewhere(db, own))) return [];
    const text = `DATABASE_LISTEN_URL is another database than DATABASE_URL: ${nameLocation(direct)}`;
    return [problem(SUBJECT, text, FIX)];
  } catch (error) {
    if (error instanceof DirectUrlFault) return [problem(SUBJECT, error.message, FIX)];
    return [problem(SUBJECT, `DATABASE_LISTEN_URL was not compared: ${errorText(error)}`, FIX)];
  } finally {
    await Promise.allSettled([db.destroy(), own.destroy()]);
  }
}
