import type { QueryConfig } from 'pg';

/** A query that fails if it has no response in so many milliseconds. pg’s types do not have this option of a query. */
export function limitedQuery(query: QueryConfig, ms: number): QueryConfig {
  const limit = { query_timeout: ms };
  return { ...query, ...limit };
}
