import { createStore } from '../store/store.ts';

/** What this browser does when something is received, as its user set it. Emergencies are always shown. */
export type DeviceAlerts = {
  /** For emergencies. */
  sound: boolean;
  notification: boolean;
  /** Shows presses of the other buttons on every screen. */
  presses: boolean;
  /** The other buttons whose presses sound. */
  pressSounds: readonly number[];
  /** The person was asked about sounds for presses. */
  asked: boolean;
};

export const DEVICE_ALERTS_KEY = 'deviceAlerts';
const NONE: DeviceAlerts = {
  sound: false,
  notification: false,
  presses: true,
  pressSounds: [],
  asked: false,
};

/** Anything but what was saved here counts as not set. */
export function readDeviceAlerts(text: string | null): DeviceAlerts {
  try {
    const given = JSON.parse(text ?? '') as Partial<Record<keyof DeviceAlerts, unknown>> | null;
    const { pressSounds } = given ?? {};
    return {
      sound: given?.sound === true,
      notification: given?.notification === true,
      presses: given?.presses !== false,
      pressSounds: Array.isArray(pressSounds) ? pressSounds.filter((id) => typeof id === 'number') : [],
      asked: given?.asked === true,
    };
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
