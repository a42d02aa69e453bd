import { appUserList, type AppUser, type SmsConsent } from '@callpoint/contract/app-users';
import { FOUND_OF_EACH, type Found } from '@callpoint/contract/find';
import { sql } from 'kysely';
import { searchRequest, type ListQuery } from '../../db/lists/list-query.ts';
import { searchesText } from '../../db/lists/search-conditions.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';

/** Maximum app users that a search examines. */
const SEARCHED_USERS = 10_000;
/** The list counts this many users after the requested page. */
const COUNT_AT_MOST = 10_000;

/** A user with the number that SMS to it use (E.164); null if its phone number cannot receive any. */
export type ReachableUser = AppUser & { sms_number: string | null };

export const appUsers: ListQuery<ReachableUser> = {
  table: 'app_user',
  tenantColumn: 'team_id',
  columns: [
    'id',
    'team_id',
    'name',
    'email',
    'phone',
    'status',
    'sms_consent',
    'sms_number',
    'created_at',
    'updated_at',
  ],
  filters: Object.keys(appUserList.filters),
  filterIns: Object.keys(appUserList.filterIns),
  // Written so that no index serves the condition of active users: they are read in the order of the list, and not sorted.
  choices: { status: { '0': sql`status = 0`, '1': sql`status <> 0` } },
  search: searchesText,
  scan: { rows: SEARCHED_USERS, choices: [], columns: ['search_text'] },
  countAtMost: COUNT_AT_MOST,
  item: (row) => ({
    ...(row as Omit<ReachableUser, 'sms_consent' | 'sms_stopped_at'>),
    sms_consent:
      typeof row['sms_consent'] === 'string' ? (JSON.parse(row['sms_consent']) as SmsConsent) : null,
    sms_stopped_at: null,
  }),
};

/** The newest app users with a text. */
export async function findPeople(tenant: TenantDb, search: string): Promise<Found['people']> {
  const { items } = await tenant.page(appUsers, searchRequest(search, FOUND_OF_EACH));
  return items.map(({ id, team_id, name, email }) => ({ id, team_id, name, email }));
}
