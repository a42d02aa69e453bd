import type { TenantDb } from '../../db/handles/tenant.ts';
import type { Caller } from '../../http/auth/session-tokens.ts';

/** Whether the caller may see the form that contains an image. False if there is no such image or form. */
export async function canSeeImage(tenant: TenantDb, caller: Caller, key: string): Promise<boolean> {
  const image = await tenant
    .selectFrom('image')
    .select(['form_submission_id', 'app_user_id'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!image || image.form_submission_id === null) return false;
  if (caller.role === 'app_user' && image.app_user_id !== caller.id) return false;
  const form = await tenant
    .selectFrom('form_submission')
    .select('id')
    .where('id', '=', image.form_submission_id)
    .executeTakeFirst();
  return form !== undefined;
}
