import type { SubmissionKind } from '@callpoint/contract/catalog';
import { decodeRecordKey } from '@callpoint/contract/record-link';
import type { TenantDb } from '../../db/handles/tenant.ts';

type FoundRecord = { kind: SubmissionKind; item_id: number; id: number; team_id: number };

/** The record that a link in a message leads to, by the key in its address. Null if the caller has no such record. */
export async function findRecord(tenant: TenantDb, key: string): Promise<FoundRecord | null> {
  const parts = decodeRecordKey(key);
  if (!parts) return null;
  const press = await tenant
    .selectFrom('button_click')
    .select(['id', 'team_id', 'button_id as item_id'])
    .where('app_user_id', '=', parts.appUserId)
    .where('client_id', '=', parts.clientId)
    .executeTakeFirst();
  if (press) return { kind: 'button', ...press };
  const form = await tenant
    .selectFrom('form_submission')
    .select(['id', 'team_id', 'f_id as item_id'])
    .where('app_user_id', '=', parts.appUserId)
    .where('client_id', '=', parts.clientId)
    .executeTakeFirst();
  return form ? { kind: 'form', ...form } : null;
}
