import type { Dashboard } from '@callpoint/contract/phone';
import type { TenantDb } from '../../db/tenant.ts';
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
