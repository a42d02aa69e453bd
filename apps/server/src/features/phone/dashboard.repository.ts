import { sql } from 'kysely';
import { MAX_OPEN_EMERGENCIES, type Dashboard } from '@callpoint/contract/phone';
import type { TenantDb } from '../../db/handles/tenant.ts';
import type { AppUser } from './prepare-submission.ts';

/** The caller as the phone's main screen shows it. */
export async function readOwnAccount(
  tenant: TenantDb,
  { id, teamId, name, email, phone }: AppUser,
): Promise<Pick<Dashboard, 'account_name' | 'user' | 'should_change_password'>> {
  const team = await tenant.find('team', teamId);
  const user = await tenant
    .selectFrom('app_user')
    .select('password_set_by_other')
    .where('id', '=', id)
    .executeTakeFirst();
  return {
    account_name: team?.account_name ?? '',
    user: { id, name, email, phone },
    should_change_password: user?.password_set_by_other === 1,
  };
}

/** The client_ids of the person's presses that no responder has closed, also those of another phone, the newest first. */
export async function readOpenEmergencies(tenant: TenantDb, { id }: AppUser): Promise<string[]> {
  const incidents = await tenant
    .selectFrom('incident')
    .select('button_click_id')
    .where('app_user_id', '=', id)
    .where('closed_at', 'is', null)
    .where('is_drill', '=', sql.lit(0))
    .orderBy('id', 'desc')
    .limit(MAX_OPEN_EMERGENCIES)
    .execute();
  const pressIds = incidents.flatMap(({ button_click_id }) => button_click_id ?? []);
  if (pressIds.length === 0) return [];
  const presses = await tenant
    .selectFrom('button_click')
    .select('client_id')
    .where('id', 'in', pressIds)
    .orderBy('id', 'desc')
    .execute();
  return presses.map(({ client_id }) => client_id);
}
