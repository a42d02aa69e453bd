import {
  EMERGENCY_BUTTON_ID,
  itemLabel,
  type ButtonId,
  type FormId,
  type Item,
  type SubmissionKind,
} from '@callpoint/contract/catalogue';
import type { TenantDb } from '../../db/tenant.ts';

/** The subscriber of a submission, and its button or form. */
export type SubmissionOwner = { submission: SubmissionKind; team_id: number; item_id: number };

/**
 * Deletes one submission and subtracts it from the totals. It can be restored for a while; its messages stay in the
 * delivery log without it. Returns null if the caller has no such submission.
 */
export async function deleteButtonClick(tenant: TenantDb, id: number): Promise<SubmissionOwner | null> {
  return await tenant.transaction(async (tx) => {
    const row = await tx.lock('button_click', id);
    if (!row) return null;
    const item: Item = { kind: 'button', id: row.button_id as ButtonId };
    await tx.deletedItems.addSubmission('button_click', row, titleOf(item, row));
    if (!(await tx.delete('button_click', id))) return null;
    await tx.changeTotals(
      { teamId: row.team_id, kind: 'button', itemId: row.button_id, createdAt: row.created_at },
      -1,
    );
    return { submission: 'button', team_id: row.team_id, item_id: row.button_id };
  });
}

/** Like `deleteButtonClick`, for a form. */
export async function deleteFormSubmission(tenant: TenantDb, id: number): Promise<SubmissionOwner | null> {
  return await tenant.transaction(async (tx) => {
    const row = await tx.lock('form_submission', id);
    if (!row) return null;
    const item: Item = { kind: 'form', id: row.f_id as FormId };
    await tx.deletedItems.addSubmission('form_submission', row, titleOf(item, row));
    if (!(await tx.delete('form_submission', id))) return null;
    await tx.changeTotals(
      { teamId: row.team_id, kind: 'form', itemId: row.f_id, createdAt: row.created_at },
      -1,
    );
    return { submission: 'form', team_id: row.team_id, item_id: row.f_id };
  });
}

/** `Lone Worker Emergency, Ann Lee`. */
function titleOf(item: Item, { user_name }: { user_name: string }): string {
  return [itemLabel(item), user_name].filter((part) => part !== '').join(', ');
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
