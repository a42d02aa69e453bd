import { createStore } from '../store/store.ts';

/** What this browser does when an emergency is received, in addition to showing it: as its user set it. */
export type DeviceAlerts = { sound: boolean; notification: boolean };

export const DEVICE_ALERTS_KEY = 'deviceAlerts';
const NONE: DeviceAlerts = { sound: false, notification: false };

/** Anything but what was saved here counts as off. */
export function readDeviceAlerts(text: string | null): DeviceAlerts {
  try {
    const given = JSON.parse(text ?? '') as Partial<Record<keyof DeviceAlerts, unknown>> | null;
    return { sound: given?.sound === true, notification: given?.notification === true };
  } catch {
    return NONE;
  }
}

/** A store over `storage`; call `reread` when another tab may have written to it. */
export function createDeviceAlertsStore(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const read = () => readDeviceAlerts(storage.getItem(DEVICE_ALERTS_KEY));
  const settings = createStore(read());
  return {
    current: settings.current,
    subscribe: settings.subscribe,
    reread: () => settings.set(read()),
    /** Switches alerts on or off; the alerts that `change` omits do not change. */
    update(change: Partial<DeviceAlerts>): void {
      const changed = { ...read(), ...change };
      storage.setItem(DEVICE_ALERTS_KEY, JSON.stringify(changed));
      settings.set(changed);
    },
  };
}
