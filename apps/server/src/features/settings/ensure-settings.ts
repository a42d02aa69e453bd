import { createHash } from 'node:crypto';
import { defaultSettings } from '@callpoint/alerts/settings/default-settings';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { markReachability } from '../../db/reachability-marks.ts';

/** Subscribers whose settings are completed in one transaction, which locks their rows: few, because logins wait for them. */
const BATCH_SIZE = 10;
/**
 * Subscribers that were created in this time before the last check are checked again, in milliseconds: during an
 * upgrade, a process of the old version may have created them without the new settings.
 */
const OVERLAP = 7 * 24 * 60 * 60 * 1000;

const KEYS = [...SETTINGS.keys()];
/** The name of the watermark, different for each set of keys: a version with other settings checks all subscribers. */
const WATERMARK = `settings ${createHash('sha256').update(KEYS.toSorted().join()).digest('hex').slice(0, 16)}`;

/**
 * Creates the settings that existing subscribers do not have yet, with the values of a new subscriber: a new version may
 * have more settings, for example those of a new channel. Existing values stay. Several processes may call it
 * concurrently. A start without new settings checks only the newest subscribers.
 */
export async function ensureSettings(db: AccountsDb, now = new Date()): Promise<void> {
  const since = await checkedUntil(db);
  let after = 0;
  for (;;) {
    const teams = await db
      .selectFrom('team')
      .select(['id', 'email', 'phone'])
      .where('id', '>', after)
      .where('created_at', '>=', since)
      .where(
        ({ selectFrom }) =>
          selectFrom('settings')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('settings.team_id', '=', 'team.id')
            .where('setting_key', 'in', KEYS),
        '<',
        KEYS.length,
      )
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    if (teams.length === 0) break;
    await db.transaction(async (tx) => {
      for (const team of teams) await completeSettings(tx, team, now);
    });
    after = teams.at(-1)?.id ?? after;
  }
  await db
    .insertInto('progress')
    .values({ name: WATERMARK, done_until: now.toISOString() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ done_until: now.toISOString() }))
    .execute();
}

/** Older subscribers have all settings of this version: when they were created at the latest, ISO 8601. */
async function checkedUntil(db: AccountsDb): Promise<string> {
  const row = await db
    .selectFrom('progress')
    .select('done_until')
    .where('name', '=', WATERMARK)
    .executeTakeFirst();
  return new Date(row ? Date.parse(row.done_until) - OVERLAP : 0).toISOString();
}

async function completeSettings(
  tx: AccountsDb,
  { id, email, phone }: { id: number; email: string; phone: string },
  now: Date,
): Promise<void> {
  const rows = [...defaultSettings({ email, phone })].map(([setting_key, setting_value]) => ({
    team_id: id,
    setting_key,
    setting_value,
    updated_at: now.toISOString(),
  }));
  await tx
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['team_id', 'setting_key']).doNothing())
    .execute();
  await markReachability(tx, id);
}
