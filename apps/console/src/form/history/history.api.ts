import { useQuery } from '@tanstack/react-query';
import type { Version, VersionSubject } from '@callpoint/contract/versions';
import { api } from '../../net/api.ts';

/** The role whose base is called. */
export type HistoryBase = '/tapi/v1' | '/api/v1';

interface HistoryRequest {
  base: HistoryBase;
  subject: VersionSubject;
  ids: readonly number[];
  /** The number of versions. */
  limit: number;
}

/** The newest versions of some rows, and whether there are older ones. */
export function useVersions({ base, subject, ids, limit }: HistoryRequest) {
  return useQuery({
    queryKey: ['versions', base, subject, ids, limit],
    queryFn: async ({ signal }): Promise<{ versions: readonly Version[]; hasOlder: boolean }> => {
      const query = {
        filter_subject: subject,
        filterin_subject_id: ids.join('|'),
        per_page: limit,
      };
      const { items, pagination } = await api.get(`${base}/listPaged/version`, { query, signal });
      return { versions: items, hasOlder: pagination.pageCount > 1 };
    },
    placeholderData: (previous) => previous,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The default of one value. */
export function useDefaultValue(base: HistoryBase, subject: VersionSubject, id: number | null) {
  return useQuery({
    queryKey: ['default-value', base, subject, id],
    enabled: id !== null && subject !== 'plan',
    queryFn: async ({ signal }) => {
      if (id === null || subject === 'plan') return null;
      return (await api.get(`${base}/defaultValue`, { query: { subject, id }, signal })).data.value;
    },
    staleTime: 0,
  });
}
