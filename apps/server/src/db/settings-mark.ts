import { CHANNEL, CHANNELS } from '@callpoint/contract/channels/channels';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';

/** The settings of the platform that a press needs. */
export const PLATFORM_KEYS = [...CHANNELS.map((channel) => CHANNEL[channel].consultancyKey), CONTACT_PERSON];

/**
 * A text that differs after each change of what a press reads: the settings of a subscriber, its own data, and the platform's
 * settings. Empty where changes are known without a query. A change of `settings` also updates the row in `team`:
 * migrations/0072-mark-settings.ts.
 * @param team how the query names the row of the subscriber
 */
export function settingsMark({ rowMark }: Dialect, team: string): RawBuilder<string> {
  if (!rowMark) return sql<string>`''`;
  const platform = PLATFORM_KEYS.map(
    (key) => sql`coalesce((select ${rowMark('config')} from config where config_key = ${sql.lit(key)}), '')`,
  );
  return sql<string>`${sql.join([rowMark(team), ...platform], sql` || ' ' || `)}`;
}
