import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '../session/session.ts';
import type { RowOf } from './api-types.ts';
import { api } from './api.ts';
import { ownAccountCall } from './own-account-call.ts';
import { SUBSCRIBERS } from './query-keys.ts';

type OwnAccount = Pick<RowOf<'/tapi/v1/listPaged/team'>, 'time_zone' | 'phone'>;

/** The account of the signed-in subscriber; undefined while it is not read, and for an administrator. */
function useOwnAccount() {
  const { user, role } = useSignedIn();
  return useQuery({
    queryKey: [...SUBSCRIBERS, 'own'],
    queryFn: async ({ signal }) => {
      const { path, query } = ownAccountCall(user.id);
      const { items } = await api.get(path, { query, signal });
      return items[0] ? pickOwn(items[0]) : null;
    },
    enabled: role === 'team',
  }).data;
}

/** What the frame's read has, too. */
function pickOwn({ time_zone, phone }: OwnAccount): OwnAccount {
  return { time_zone, phone };
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
