import type { AppUser } from '@callpoint/contract/app-users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../net/api.ts';
import { APP_USERS } from '../../../net/query-keys.ts';

/** People who are offered at once; others are found by typing. */
export const SHOWN = 20;
/** Milliseconds without typing before the server is asked. */
const PAUSE_MS = 200;

export type DrillPerson = Pick<AppUser, 'id' | 'name'>;

/** The active app users with a text, in the order of their names; all of them for ''. A blocked one cannot press. */
function peopleQuery(search: string) {
  return {
    queryKey: [...APP_USERS, 'drill', search],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const found = search === '' ? {} : { filter_search: search };
      const query = { my: 'yes', filter_status: '1', per_page: SHOWN, sort: 'name', order: 'asc' } as const;
      return await api.list('/tapi/v1/listPaged/app_user', { ...query, ...found }, signal);
    },
  };
}

/** The first people who can press in a drill, and how many there are. */
export function useDrillPeople() {
  return useQuery(peopleQuery(''));
}

/** The people with a text, after a pause in typing; null: the list is closed. */
export function useFoundPeople(text: string | null) {
  const [search, setSearch] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching, error } = useQuery({
    ...peopleQuery(search ?? ''),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
  const isCurrent = search === text && !isFetching;
  const people: readonly DrillPerson[] = isCurrent && !error ? (data?.items ?? []) : [];
  return { people, isSearching: !isCurrent, error };
}
