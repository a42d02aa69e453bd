import { useStore } from '../store/use-store.ts';
import { createDeviceAlertsStore, DEVICE_ALERTS_KEY, type DeviceAlerts } from './device-alerts-store.ts';

const deviceAlerts = createDeviceAlertsStore(window.localStorage);

window.addEventListener('storage', ({ key }) => {
  if (key === DEVICE_ALERTS_KEY || key === null) deviceAlerts.reread();
});

/** The alerts that are switched on, in any tab of this browser, and the function that changes them. */
export function useDeviceAlertSettings(): [DeviceAlerts, (change: Partial<DeviceAlerts>) => void] {
  return [useStore(deviceAlerts), deviceAlerts.update];
}
