import { useEffect } from 'react';
import { preferences } from '../../device/preferences.ts';
import { signal } from '../../device/signals.ts';
import { raiseTime, type Phase, type StoredCheckIn } from '../../reports/check-in.ts';
import { CHECK_IN_TAG, showCheckIn } from '../../texts/notification.ts';

/** How often the phone asks again until the person answers, in milliseconds. */
const ASKED_EVERY = 20_000;

/** Asks with sound, vibration and a notification, again and again until the answer or the end of the time for it. */
export function useQuestion(checkIn: StoredCheckIn | null, phase: Phase): void {
  const isDue = phase === 'due';
  const raiseAt = checkIn && raiseTime(checkIn);
  useEffect(() => {
    if (!isDue || raiseAt === null) return;
    const ask = () => {
      signal('asking', { sound: preferences.current().sound });
      if (document.visibilityState !== 'visible') void notify(raiseAt).catch(() => null);
    };
    ask();
    const timer = setInterval(ask, ASKED_EVERY);
    return () => {
      clearInterval(timer);
      void closeNotification().catch(() => null);
    };
  }, [isDue, raiseAt]);
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return await workers?.getRegistration();
}

async function notify(raiseAt: string): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const registration = await worker();
  if (registration) await showCheckIn(registration, raiseAt);
}

async function closeNotification(): Promise<void> {
  const shown = await (await worker())?.getNotifications({ tag: CHECK_IN_TAG });
  for (const notification of shown ?? []) notification.close();
}
