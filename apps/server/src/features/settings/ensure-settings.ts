import { defaultSettings } from '@callpoint/alerts/default-settings';
import { SETTINGS } from '@callpoint/contract/settings';
import type { AccountsDb } from '../../db/accounts.ts';
import { markReachability } from '../../db/reachability-marks.ts';

/** Subscribers whose settings are completed in one transaction. */
const BATCH_SIZE = 100;

/**
 * Creates the settings that existing subscribers do not have yet, with the values of a new subscriber: a new version may
 * have more settings, for example those of a new channel. Existing values stay. Several processes may do it at once.
 */
export async function ensureSettings(db: AccountsDb, now = new Date()): Promise<void> {
  const keys = [...SETTINGS.keys()];
  let after = 0;
  for (;;) {
    const teams = await db
      .selectFrom('team')
      .select(['id', 'email', 'phone'])
      .where('id', '>', after)
      .where(
        ({ selectFrom }) =>
          selectFrom('settings')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('settings.team_id', '=', 'team.id')
            .where('setting_key', 'in', keys),
        '<',
        keys.length,
      )
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    if (teams.length === 0) return;
    await db.transaction(async (tx) => {
      for (const { id, email, phone } of teams) {
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
    });
    after = teams.at(-1)?.id ?? after;
  }
}
