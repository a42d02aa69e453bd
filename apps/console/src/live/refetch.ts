import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads again what begins with `queryKey`, as something of it has changed. A first read that is on its way may have
 * been answered before the change: it is given up, where invalidating alone would wait for it and be content.
 */
export async function refetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
