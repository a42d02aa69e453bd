/** A signal that ends after a time, or with another signal. `release` when it is no longer needed. */
type TimeLimit = { signal: AbortSignal; release: () => void };

/**
 * Safari before 17.4 has no `AbortSignal.any`, before 16 no `AbortSignal.timeout`.
 * @param milliseconds until the signal ends
 */
export function withTimeLimit(milliseconds: number, other?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (other?.aborted) abort();
  other?.addEventListener('abort', abort);
  const timer = setTimeout(abort, milliseconds);
  const release = () => {
    clearTimeout(timer);
    other?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, release };
}
