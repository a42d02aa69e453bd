/** Milliseconds. */
const AFTER_ERROR = 3_000;
const INTERVAL = 30_000;

/**
 * How soon urgent data is read again without an event, in milliseconds: after a failed read it is unknown whether
 * someone waits; and an event may never arrive, because a proxy delays the stream or a server crashed before sending it.
 */
export function refetchInterval({ state }: { state: { status: string } }): number {
  return state.status === 'error' ? AFTER_ERROR : INTERVAL;
}
