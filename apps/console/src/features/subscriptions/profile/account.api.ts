import type { Team } from '@callpoint/contract/subscribers';
import { api } from '../../../net/api.ts';
import { profileBase, type ProfileScope } from '../profile-scope.ts';
import type { AccountData } from './account-values.ts';

/** Calls that change a subscriber's account and password. */

/** Changes this version of the account. Throws a CallError if someone else has changed it since. */
export async function updateAccount(
  scope: ProfileScope,
  { id, updated_at }: Pick<Team, 'id' | 'updated_at'>,
  data: AccountData,
): Promise<{ updated_at: string }> {
  const response = await api.post(`${profileBase(scope)}/update/team`, { id, updated_at, data });
  return response.data;
}

/** Ends the caller's other sessions; all of them, if an administrator does it. */
export async function changePassword(scope: ProfileScope, password: string): Promise<void> {
  if (scope.as === 'team') await api.post('/tapi/v1/changePassword', { password });
  else await api.post('/api/v1/update/team', { id: scope.teamId, data: { password } });
}

/** Sends the signed-in subscriber the link that confirms its email address; resolves to the server's sentence. */
export async function resendConfirmation(): Promise<string> {
  return (await api.post('/tapi/v1/sendConfirmation', {})).msg;
}
