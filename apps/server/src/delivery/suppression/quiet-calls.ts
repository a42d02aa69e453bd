import { isQuiet } from '@callpoint/alerts/escalation/quiet-hours';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { readVoiceRules } from '@callpoint/contract/escalation';
import { VOICE_RULES } from '@callpoint/contract/escalation-terms';
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** The quiet hours of the subscriber of a message, unless it is about an emergency. */
type Quiet = { button_id: number | null; zone: string; is_drill: number; rules: string | null };

const selectQuiet = prepared<{ id: number }, Quiet>(
  (_db, param) => sql<Quiet>`
    select d.button_id, coalesce(t.time_zone, ${sql.lit(DEFAULT_ZONE)}) as zone,
      (select setting_value from settings where team_id = d.team_id and setting_key = ${sql.lit(VOICE_RULES)}) as rules,
      case when exists (
        select 1 from incident as i
        where i.is_drill = 1 and (i.id = d.incident_id or i.button_click_id = d.button_click_id)
      ) then 1 else 0 end as is_drill
    from delivery as d join team as t on t.id = d.team_id
    where d.id = ${param('id')}`,
);

/**
 * Whether a call must not be made now. A step that starts skips calls in the quiet hours; this is for calls that are made
 * later than planned: after a fault or an outage, and by people who resend or release them.
 */
export async function isInQuietHours(db: Db, deliveryId: number, now = new Date()): Promise<boolean> {
  const [found] = await selectQuiet(db, { id: deliveryId });
  if (!found || (found.button_id === EMERGENCY_BUTTON_ID && found.is_drill === 0)) return false;
  return isQuiet(readVoiceRules(found.rules ?? undefined), now.toISOString(), found.zone);
}
