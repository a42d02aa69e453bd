import { useQuery } from '@tanstack/react-query';
import type { Account } from '@callpoint/contract/account';
import { api } from '../../net/api.ts';
import type { AdminAccountData } from './admin-account-values.ts';

/** Calls about the signed-in administrator's own account. */

export const ACCOUNT_QUERY = ['account'];

export async function readAccount(signal?: AbortSignal): Promise<Account> {
  return (await api.get('/api/v1/account', { signal })).data;
}

export function useAccount() {
  return useQuery({ queryKey: ACCOUNT_QUERY, queryFn: ({ signal }) => readAccount(signal) });
}

/** Changes this version of the account. Throws a CallError if someone else has changed it since. */
export async function updateAdminAccount(
  { updated_at }: Pick<Account, 'updated_at'>,
  data: AdminAccountData,
): Promise<{ updated_at: string }> {
  return (await api.post('/api/v1/update/account', { updated_at, data })).data;
}

/** Ends the other sessions of the administrator. */
export async function changeAdminPassword(password: string): Promise<void> {
  await api.post('/api/v1/changePassword', { password });
}
