import { EMERGENCY_BUTTON_ID, type SubmissionKind } from '@callpoint/contract/catalogue';
import type { TenantDb } from '../../db/tenant.ts';

/** The subscriber of a submission, and its button or form. */
export type SubmissionOwner = { submission: SubmissionKind; team_id: number; item_id: number };

/**
 * Deletes one submission and subtracts it from the totals. Its messages stay in the delivery log without it.
 * Returns null if the caller has no such submission.
 */
export async function deleteButtonClick(tenant: TenantDb, id: number): Promise<SubmissionOwner | null> {
  return await tenant.transaction(async (tx) => {
    const row = await tx
      .selectFrom('button_click')
      .select(['team_id', 'button_id', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !(await tx.delete('button_click', id))) return null;
    await tx.removeFromTotals({
      teamId: row.team_id,
      kind: 'button',
      itemId: row.button_id,
      createdAt: row.created_at,
    });
    return { submission: 'button', team_id: row.team_id, item_id: row.button_id };
  });
}

/** Like `deleteButtonClick`, for a form. */
export async function deleteFormSubmission(tenant: TenantDb, id: number): Promise<SubmissionOwner | null> {
  return await tenant.transaction(async (tx) => {
    const row = await tx
      .selectFrom('form_submission')
      .select(['team_id', 'f_id', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !(await tx.delete('form_submission', id))) return null;
    await tx.removeFromTotals({
      teamId: row.team_id,
      kind: 'form',
      itemId: row.f_id,
      createdAt: row.created_at,
    });
    return { submission: 'form', team_id: row.team_id, item_id: row.f_id };
  });
}

/** `not an emergency`: the press cannot be opened. `first`: this call opened it. */
export type OpenedClick = { opened_at: string; first: boolean; owner: SubmissionOwner };

/** Marks an emergency as opened by the caller, unless it is already opened. Null if the caller has no such press. */
export async function openButtonClick(
  tenant: TenantDb,
  id: number,
): Promise<OpenedClick | 'not an emergency' | null> {
  return await tenant.transaction(async (tx) => {
    const row = await tx.lock('button_click', id);
    if (!row) return null;
    if (row.button_id !== EMERGENCY_BUTTON_ID) return 'not an emergency';
    const owner: SubmissionOwner = { submission: 'button', team_id: row.team_id, item_id: row.button_id };
    if (row.opened_at !== null) return { opened_at: row.opened_at, first: false, owner };
    const opened_at = new Date().toISOString();
    await tx.update('button_click', id, { opened_at, opened_by: tx.actor.role });
    return { opened_at, first: true, owner };
  });
}
