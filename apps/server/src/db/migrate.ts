import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { dialectOf, type Dialect } from './dialect.ts';
import { first } from './migrations/0001-first.ts';
import { audit } from './migrations/0002-audit.ts';
import { opened } from './migrations/0003-opened.ts';
import { deliveryLog } from './migrations/0004-delivery-log.ts';
import { deliveryResent } from './migrations/0004-delivery-resent.ts';
import { firstSteps } from './migrations/0005-first-steps.ts';
import { administration } from './migrations/0006-administration.ts';
import { faults } from './migrations/0007-faults.ts';
import { sms } from './migrations/0008-sms.ts';
import { overview } from './migrations/0010-overview.ts';
import { alarms } from './migrations/0012-alarms.ts';
import { purpose } from './migrations/0014-purpose.ts';
import { refusedNumbers } from './migrations/0018-refused-numbers.ts';
import { reach } from './migrations/0019-reach.ts';
import { messageText } from './migrations/0020-message-text.ts';
import { accounts } from './migrations/0021-accounts.ts';
import { sendingLimits } from './migrations/0022-sending-limits.ts';
import { rejectionCounts } from './migrations/0023-rejection-counts.ts';
import { wakeable } from './migrations/0024-wakeable.ts';
import { renewedTokens } from './migrations/0025-renewed-tokens.ts';
import { faultCodes } from './migrations/0026-fault-codes.ts';
import type { Db } from './tables.ts';

/** One migration, written once for both databases. */
export type MigrationStep = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

/** In the order in which they run. A released migration is never edited. */
const STEPS: Readonly<Record<string, MigrationStep>> = {
  '0001-first': first,
  '0002-audit': audit,
  '0003-opened': opened,
  '0004-delivery-log': deliveryLog,
  '0004-delivery-resent': deliveryResent,
  '0005-first-steps': firstSteps,
  '0006-administration': administration,
  '0007-faults': faults,
  '0008-sms': sms,
  '0010-overview': overview,
  '0012-alarms': alarms,
  '0014-purpose': purpose,
  '0018-refused-numbers': refusedNumbers,
  '0019-reach': reach,
  '0020-message-text': messageText,
  '0021-accounts': accounts,
  '0022-sending-limits': sendingLimits,
  '0023-rejection-counts': rejectionCounts,
  '0024-wakeable': wakeable,
  '0025-renewed-tokens': renewedTokens,
  '0026-fault-codes': faultCodes,
};

function migrator(db: Db): Migrator {
  const dialect = dialectOf(db);
  const migrations = Object.fromEntries(
    Object.entries(STEPS).map(([name, step]): [string, Migration] => [
      name,
      { up: (on) => step(on, dialect) },
    ]),
  );
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/**
 * Runs the pending migrations. Several processes may call it concurrently. Returns the migrations that ran.
 * @param until the last migration to run, for tests with rows from before a migration
 */
export async function migrate(db: Db, until?: string): Promise<string[]> {
  const steps = migrator(db);
  const { error, results } = await (until === undefined ? steps.migrateToLatest() : steps.migrateTo(until));
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

/** True when no migration is pending. */
export async function isMigrated(db: Db): Promise<boolean> {
  const known = await migrator(db).getMigrations();
  return known.every(({ executedAt }) => executedAt !== undefined);
}
