import { DEFAULT_EMERGENCY_NUMBER } from '@callpoint/contract/configuration';
import type { Dashboard } from '@callpoint/contract/phone';
import type { PlatformDb } from '../../db/platform.ts';
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

/** The configured number of the emergency services. */
export async function readEmergencyNumber(platform: PlatformDb): Promise<string> {
  const row = await platform
    .selectFrom('config')
    .select('config_value')
    .where('config_key', '=', 'emergency_number')
    .executeTakeFirst();
  return row?.config_value.trim() || DEFAULT_EMERGENCY_NUMBER;
}
