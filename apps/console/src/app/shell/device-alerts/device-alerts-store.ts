import { createStore } from '../../../store/store.ts';

/** Whether the dialog of alerts on this device is open. */
export const deviceAlertsDialog = createStore(false);

export function openDeviceAlerts(): void {
  deviceAlertsDialog.set(true);
}
