import { useSyncExternalStore } from 'react';

/** What this browser does when an emergency comes in, besides showing it: as its reader switched it on. */
export type DeviceAlerts = { sound: boolean; notification: boolean };

const KEY = 'deviceAlerts';
const NONE: DeviceAlerts = { sound: false, notification: false };

/** Anything but what was saved here counts as switched off. */
export function readDeviceAlerts(text: string | null): DeviceAlerts {
  try {
    const given = JSON.parse(text ?? '') as Partial<Record<keyof DeviceAlerts, unknown>> | null;
    return { sound: given?.sound === true, notification: given?.notification === true };
  } catch {
    return NONE;
  }
}

let text: string | null | undefined;
let current = NONE;
const listeners = new Set<() => void>();

function now(): DeviceAlerts {
  const stored = window.localStorage.getItem(KEY);
  if (stored !== text) {
    text = stored;
    current = readDeviceAlerts(stored);
  }
  return current;
}

function subscribe(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  window.addEventListener('storage', heard);
  listeners.add(listener);
  return () => {
    window.removeEventListener('storage', heard);
    listeners.delete(listener);
  };
}

/** What is switched on, in whichever tab that was done; and what changes it. */
export function useDeviceAlertSettings(): [DeviceAlerts, (change: Partial<DeviceAlerts>) => void] {
  const settings = useSyncExternalStore(subscribe, now);
  return [
    settings,
    (change) => {
      window.localStorage.setItem(KEY, JSON.stringify({ ...now(), ...change }));
      for (const listener of listeners) listener();
    },
  ];
}
