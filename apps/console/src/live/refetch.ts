import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads again what starts with `queryKey`, because some of it has changed. A first read in flight may have been answered
 * before the change: it is canceled, because invalidating alone would accept its result.
 */
export async function refetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
