import { sql, type RawBuilder } from 'kysely';

/**
 * The condition of the messages of a channel. With `=`, SQLite would plan the statement again each time it runs: one of the
 * table's indexes is for SMS only, and whether it can be used would depend on the value. With `in`, it is never used.
 */
export function isOfChannel(channel: unknown): RawBuilder<boolean> {
  return sql<boolean>`channel in (${channel})`;
}
