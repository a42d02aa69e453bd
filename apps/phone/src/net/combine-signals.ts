/** A signal that ends with the first of several. `AbortSignal.any` is missing in Safari before 17.4. */
export function combineSignals(signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort();
    signal.addEventListener('abort', () => either.abort(), { once: true });
  }
  return either.signal;
}
