import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';

/**
 * Closes an alarm: the caller has handled it. A closed alarm does not change. Returns the row before the change, or null
 * if the caller has no such alarm.
 */
export async function closeAlarm(
  tenant: TenantDb,
  id: number,
  closedAt: string,
): Promise<Row<'alarm'> | null> {
  return await tenant.transaction(async (tx) => {
    const row = await tx.lock('alarm', id);
    if (!row) return null;
    if (row.closed_at === null) {
      await tx.update('alarm', id, { closed_at: closedAt, closed_by: tx.actor.role });
    }
    return row;
  });
}
