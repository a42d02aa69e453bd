/** Milliseconds. */
const AGAIN = 3_000;

/**
 * How soon what nobody may miss is read again by itself: a read that failed says nothing of whether somebody waits,
 * and the next event may be long in coming.
 */
export function untilRead({ state }: { state: { status: string } }): number | false {
  return state.status === 'error' ? AGAIN : false;
}
