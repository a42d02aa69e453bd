import { useEffect } from 'react';

/**
 * Keeps the display on while the board is shown, where the browser allows it. A hidden page loses the lock, so it is
 * requested again when someone returns to the board.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isShown = true;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      const next = await navigator.wakeLock.request('screen');
      if (isShown) lock = next;
      else await next.release();
    };
    // The browser may reject it, for example to save power.
    const tryRequest = () => void request().catch(() => {});
    tryRequest();
    document.addEventListener('visibilitychange', tryRequest);
    return () => {
      isShown = false;
      document.removeEventListener('visibilitychange', tryRequest);
      lock?.release().catch(() => {});
    };
  }, []);
}
