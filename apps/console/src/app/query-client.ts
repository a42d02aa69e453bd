import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../net/call-error.ts';

/** Reads that failed without a response are retried once automatically; a rejection is final. */
const RETRY_MS = 600;

/** The cache of one session's reads. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Being offline is shown; a read does not wait for the network silently.
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: RETRY_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isTransient(error: unknown): boolean {
  return error instanceof CallError && (error.kind === 'unreachable' || error.kind === 'server');
}
