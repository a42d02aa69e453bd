import { sql } from 'kysely';
import { BUTTON_IDS, FORM_IDS, type SubmissionKind } from '@callpoint/contract/catalog';
import type { ItemSummary } from '@callpoint/contract/submissions';
import type { TenantDb } from '../../db/handles/tenant.ts';

/** A subscriber's submissions of each button and form: the stored totals, and the newest row by index. */
export async function submissionSummary(tenant: TenantDb, teamId: number): Promise<ItemSummary[]> {
  const totals = await tenant
    .selectFrom('submission_tally')
    .select(['kind', 'item_id', 'total'])
    .where('team_id', '=', teamId)
    .execute();
  const totalOf = (kind: SubmissionKind, id: number) =>
    totals.find((row) => row.kind === kind && row.item_id === id)?.total ?? 0;
  const items: ItemSummary[] = [];
  for (const item_id of BUTTON_IDS) {
    const newest = await tenant
      .selectFrom('button_click')
      .select('created_at')
      .where('team_id', '=', teamId)
      .where('button_id', '=', sql.lit(item_id))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const last_at = newest?.created_at ?? null;
    items.push({ kind: 'button', item_id, total: totalOf('button', item_id), last_at });
  }
  for (const item_id of FORM_IDS) {
    const newest = await tenant
      .selectFrom('form_submission')
      .select('created_at')
      .where('team_id', '=', teamId)
      .where('f_id', '=', sql.lit(item_id))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    items.push({
      kind: 'form',
      item_id,
      total: totalOf('form', item_id),
      last_at: newest?.created_at ?? null,
    });
  }
  return items;
}
