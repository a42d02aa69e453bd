import { useNow } from '../../../display/use-now.ts';
import { useConnection } from '../../../net/connection.ts';

/** Without a read for this many milliseconds, the board may be out of date: it is read every 30 seconds. */
const STALE_MS = 90_000;

/**
 * Whether the board may be out of date.
 * @param readAt when the rows were read, in milliseconds since 1970; null for never
 * @param failed the last read failed
 */
export function useIsStale(readAt: number | null, failed: boolean): boolean {
  const now = useNow();
  const connection = useConnection();
  return (
    failed ||
    connection === 'offline' ||
    connection === 'unreachable' ||
    (readAt !== null && now - readAt > STALE_MS)
  );
}
