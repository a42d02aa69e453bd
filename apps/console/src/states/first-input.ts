const INPUTS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click', 'focusin'] as const;

/**
 * Resolves when someone first uses the page: with a pointer, a finger or a key, or with a screen reader, which moves the
 * focus or clicks. Code that only they need can wait for it.
 */
export const firstInput: Promise<void> = new Promise((resolve) => {
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  for (const name of INPUTS) {
    document.addEventListener(
      name,
      () => {
        stop.abort();
        resolve();
      },
      options,
    );
  }
});
