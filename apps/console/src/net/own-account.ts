import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '../session/session.ts';
import { api } from './api.ts';
import { SUBSCRIBERS } from './query-keys.ts';

/** The account of the signed-in subscriber; undefined while it is not read, and for an administrator. */
function useOwnAccount() {
  const { role } = useSignedIn();
  return useQuery({
    queryKey: [...SUBSCRIBERS, 'own'],
    // The page's first script has sent this call.
    queryFn: async ({ signal }) => (await api.get('/tapi/v1/teamFrame', { signal })).data.account,
    enabled: role === 'team',
  }).data;
}

/** The time zone in which messages of the signed-in subscriber show times; null while it is not known. */
export function useOwnZone(): string | null {
  const account = useOwnAccount();
  return account ? (account.time_zone ?? DEFAULT_ZONE) : null;
}

/** The phone number of the signed-in subscriber, whose country numbers without one get; null while it is not known. */
export function useOwnPhone(): string | null {
  return useOwnAccount()?.phone ?? null;
}
