import { useEffect } from 'react';
import { outbox } from '../outbox/outbox.ts';
import { readPresses } from './open-emergencies.ts';
import { reports } from './reports.ts';
import { dashboard } from '../session/dashboard.ts';

/** How often the state is read while one is open and the app is visible, in milliseconds. */
const READ_EVERY = 10_000;

/** Reads when the screen is opened or shown again, after a push message, and regularly while one is open. */
export function useReading(isAnyOpen: boolean): void {
  useEffect(() => {
    const readAgain = () => {
      if (document.visibilityState === 'visible') void readPresses().catch(() => null);
    };
    readAgain();
    const timer = isAnyOpen ? setInterval(readAgain, READ_EVERY) : undefined;
    const stops = [outbox, reports, dashboard].map((store) => store.subscribe(readAgain));
    document.addEventListener('visibilitychange', readAgain);
    addEventListener('online', readAgain);
    const pushes = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('push');
    pushes?.addEventListener('message', readAgain);
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', readAgain);
      removeEventListener('online', readAgain);
      pushes?.close();
    };
  }, [isAnyOpen]);
}
