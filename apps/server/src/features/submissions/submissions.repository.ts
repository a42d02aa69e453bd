import type { TenantDb } from '../../db/tenant.ts';

/**
 * Deletes one submission and takes it off the tally. Its messages stay in the delivery log without it.
 * Returns false where the caller has no such submission.
 */
export async function deleteButtonClick(tenant: TenantDb, id: number): Promise<boolean> {
  return await tenant.transaction(async (tx) => {
    const row = await tx
      .selectFrom('button_click')
      .select(['team_id', 'button_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !(await tx.delete('button_click', id))) return false;
    await tx.addToTally([{ teamId: row.team_id, kind: 'button', itemId: row.button_id, by: -1 }]);
    return true;
  });
}

/** Like `deleteButtonClick`, for a form. */
export async function deleteFormSubmission(tenant: TenantDb, id: number): Promise<boolean> {
  return await tenant.transaction(async (tx) => {
    const row = await tx
      .selectFrom('form_submission')
      .select(['team_id', 'f_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !(await tx.delete('form_submission', id))) return false;
    await tx.addToTally([{ teamId: row.team_id, kind: 'form', itemId: row.f_id, by: -1 }]);
    return true;
  });
}
