import { comparableAddress } from '@callpoint/alerts/escalation/directory';
import { isQuiet } from '@callpoint/alerts/escalation/quiet-hours';
import type { CallFault } from '@callpoint/contract/channels/voice/voice-faults';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { readVoiceRules } from '@callpoint/contract/escalation';
import { VOICE_RULES } from '@callpoint/contract/escalation-terms';
import { sql } from 'kysely';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** A call, and the rules of its subscriber. */
type PlannedCall = {
  address: string;
  button_id: number | null;
  zone: string;
  is_drill: number;
  rules: string | null;
};

const selectCall = prepared<{ id: number }, PlannedCall>(
  (_db, param) => sql<PlannedCall>`
    select d.address, d.button_id, coalesce(t.time_zone, ${sql.lit(DEFAULT_ZONE)}) as zone,
      (select setting_value from settings where team_id = d.team_id and setting_key = ${sql.lit(VOICE_RULES)}) as rules,
      case when exists (
        select 1 from incident as i
        where i.is_drill = 1 and (i.id = d.incident_id or i.button_click_id = d.button_click_id)
      ) then 1 else 0 end as is_drill
    from delivery as d join team as t on t.id = d.team_id
    where d.id = ${param('id')}`,
);

/**
 * Why a call must not be made now; null if it may. A step that starts skips calls in the quiet hours and to numbers that have
 * not agreed; this is for calls that are made later than planned: after a fault or an outage, and by people who resend or
 * release them.
 */
export async function reasonNotToCall(
  db: Db,
  deliveryId: number,
  now = new Date(),
): Promise<CallFault | null> {
  const [call] = await selectCall(db, { id: deliveryId });
  if (!call || (call.button_id === EMERGENCY_BUTTON_ID && call.is_drill === 0)) return null;
  const rules = readVoiceRules(call.rules ?? undefined);
  const hasAgreed = rules.agreed.some((number) => comparableAddress('phone', number) === call.address);
  if (!hasAgreed) return 'voice-not-agreed';
  return isQuiet(rules, now.toISOString(), call.zone) ? 'voice-quiet-hours' : null;
}
