import { itemLabel, type ButtonId, type FormId, type Item } from '@callpoint/contract/catalog';
import type { SubmissionOwner } from '../../db/submission-owner.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';

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

/** The first opening of a submission; `client_id` is the phone's own id of it. */
export type FirstOpening = SubmissionOwner & {
  id: number;
  app_user_id: number;
  client_id: string;
  opened_at: string;
};

/** `opening`: null if it was opened before. */
export type Opened = { opened_at: string; opening: FirstOpening | null };

/** Marks a submission as opened by the caller, unless it is already opened. Null if the caller has no such submission. */
export async function openSubmission(
  tenant: TenantDb,
  table: 'button_click' | 'form_submission',
  id: number,
): Promise<Opened | null> {
  return await tenant.transaction(async (tx) => {
    const locked = await lockSubmission(tx, table, id);
    if (!locked) return null;
    const { row, owner } = locked;
    if (row.opened_at !== null) return { opened_at: row.opened_at, opening: null };
    const opened_at = new Date().toISOString();
    await tx.update(table, id, { opened_at, opened_by: tx.actor.role });
    const { app_user_id, client_id } = row;
    return { opened_at, opening: { ...owner, id, app_user_id, client_id, opened_at } };
  });
}

async function lockSubmission(tx: TenantDb, table: 'button_click' | 'form_submission', id: number) {
  if (table === 'button_click') {
    const row = await tx.lock('button_click', id);
    if (!row) return null;
    const owner: SubmissionOwner = { submission: 'button', team_id: row.team_id, item_id: row.button_id };
    return { row, owner };
  }
  const row = await tx.lock('form_submission', id);
  if (!row) return null;
  const owner: SubmissionOwner = { submission: 'form', team_id: row.team_id, item_id: row.f_id };
  return { row, owner };
}
