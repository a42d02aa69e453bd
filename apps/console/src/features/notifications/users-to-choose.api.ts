import { useQuery } from '@tanstack/react-query';
import { api } from '../../net/api.ts';
import { APP_USERS } from '../../net/query-keys.ts';
import { useHasInput } from '../../states/use-has-input.ts';

/** More users than a plan allows; the list is only to choose from. */
const MAX_USERS = 500;

/** The users who could press; read when someone first uses the page. */
export function useUsersToChoose() {
  const enabled = useHasInput();
  return useQuery({
    enabled,
    queryKey: [...APP_USERS, 'to-choose'],
    queryFn: async ({ signal }) => {
      const query = { my: 'yes', per_page: MAX_USERS, sort: 'name', order: 'asc' } as const;
      return (await api.get('/tapi/v1/listPaged/app_user', { query, signal })).items;
    },
  });
}
