import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads again what starts with `queryKey`, because some of it has changed. A first read in flight may have been answered
 * before the change: it is canceled, because invalidating alone would accept its result. A later read in flight, for
 * example after a press of Refresh, is replaced: who waits for it receives the newest rows.
 */
export async function refetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries({ queryKey });
}
