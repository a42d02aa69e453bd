/** Milliseconds. */
const AGAIN = 3_000;
const ANYHOW = 30_000;

/**
 * How soon what nobody may miss is read again by itself, in milliseconds: a read that failed says nothing of whether
 * somebody waits; and an event may never come, where a proxy keeps the stream back or a server died before it told.
 */
export function refetchInterval({ state }: { state: { status: string } }): number {
  return state.status === 'error' ? AGAIN : ANYHOW;
}
