import type { ButtonId } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import type { TenantDb } from '../db/handles/tenant.ts';

type Drill = { opened_at: string; acknowledged_at: string | null };

/** The newest drill of a subscriber's button, from an index that contains only drills. */
export async function findNewestDrill(
  tenant: TenantDb,
  teamId: number,
  buttonId: ButtonId,
): Promise<Drill | undefined> {
  return await tenant
    .selectFrom('incident')
    .select(['opened_at', 'acknowledged_at'])
    .where('team_id', '=', teamId)
    .where('button_id', '=', buttonId)
    // A parameter would not use the index.
    .where('is_drill', '=', sql.lit(1))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
