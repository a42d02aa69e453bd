import { findLostSettings, type DatabaseLocation } from '../db/connection.ts';
import type { Db } from '../db/tables.ts';
import { warning, type Finding } from './finding.ts';

/** Whether every transaction has the settings of a server, also behind a pooler. */
export async function checkSessions(db: Db, location: DatabaseLocation): Promise<Finding[]> {
  const { role, settings } = await findLostSettings(location, db);
  if (settings.length === 0) return [];
  const differences = settings.map(
    ({ name, value, expected }) => `${name} = ${value} instead of ${expected}`,
  );
  const statements = settings.map(
    ({ name, expected }) => `  alter role ${role} set ${name} = '${expected}';`,
  );
  return [
    warning(
      'Sessions',
      `the pooler gives transactions sessions without the settings of a server: ${differences.join(', ')}`,
      [
        'Run in the database, then RECONNECT in the administration console of the pooler:',
        ...statements,
      ].join('\n'),
    ),
  ];
}
