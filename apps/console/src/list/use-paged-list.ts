import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../net/api.ts';
import type { ListPath, ReadQuery, RowOf } from '../net/api-types.ts';
import { loadedEarly } from '../net/early-read.ts';
import { session } from '../session/session.ts';

/** The rows that a list shows, and the state of their last read. */
export type PagedRows<Row> = {
  /** Undefined until the first response. */
  rows: readonly Row[] | undefined;
  pageCount: number | undefined;
  /** True while rows are being read, the first time or again. */
  loading: boolean;
  /** True if `rows` belong to the previous view: the requested one is still loading, or could not be loaded. */
  stale: boolean;
  /** Null when the last read succeeded. */
  error: unknown;
  /** Reads again; resolves to the rows when that is done, even if it failed. */
  readAgain: () => Promise<readonly Row[] | undefined>;
  /** The number of all rows, where it is known. */
  total: number | undefined;
  /** How many rows a search examined, if there are more. */
  searched: number | undefined;
};

/**
 * Reads a page of a `listPaged` call. The rows of the previous view stay until the new ones arrive.
 * @param key the key that a change of these rows invalidates, e.g. `['app-users']`
 */
export function usePagedList<Path extends ListPath>(
  key: QueryKey,
  path: Path,
  query: ReadQuery<Path>,
): PagedRows<RowOf<Path>> {
  const early = useRef<ReturnType<typeof loadedEarly<Path>>>(undefined);
  const read = useQuery({
    queryKey: [...key, path, query],
    queryFn: ({ signal }) => api.list(path, query, signal),
    initialData: () => {
      const token = session.current()?.token ?? null;
      early.current = loadedEarly(path, query, token);
      return early.current?.body;
    },
    initialDataUpdatedAt: () => early.current?.at,
  });
  const [last, setLast] = useState(read.data);
  if (read.data && read.data !== last) setLast(read.data);
  const shown = read.data ?? last;
  return {
    rows: shown?.items,
    pageCount: shown?.pagination.pageCount,
    loading: read.isFetching,
    stale: read.data === undefined,
    error: read.error,
    readAgain: async () => (await read.refetch()).data?.items,
    total: shown?.pagination.total,
    searched: shown?.pagination.searched,
  };
}
