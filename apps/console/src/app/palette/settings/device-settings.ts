import { BUTTON_LABELS, EMERGENCY_BUTTON_ID, BUTTON_IDS } from '@callpoint/contract/catalog';
import { IconBellRinging } from '@tabler/icons-react';
import { deviceAlertsCardTexts } from '../../../texts/device-alerts-card.ts';
import { deviceAlertTexts as texts } from '../../../texts/device-alerts.ts';
import { openDeviceAlerts } from '../../shell/device-alerts/device-alerts-store.ts';
import type { SettingEntry } from './setting-entry.ts';

const others = BUTTON_IDS.filter((id) => id !== EMERGENCY_BUTTON_ID).map((id) => BUTTON_LABELS[id]);

/** What this browser does when something is received. */
export const DEVICE_SETTINGS: readonly SettingEntry[] = [
  { label: texts.sound, also: [BUTTON_LABELS[EMERGENCY_BUTTON_ID]] },
  { label: texts.notification, also: [BUTTON_LABELS[EMERGENCY_BUTTON_ID]] },
  { label: texts.push, also: [] },
  { label: texts.presses, also: others },
  ...others.map((button) => ({ label: texts.pressSound(button), also: [texts.others] })),
].map((entry) => ({
  ...entry,
  key: `device ${entry.label}`,
  where: [deviceAlertsCardTexts.thisDevice],
  icon: IconBellRinging,
  opens: { show: openDeviceAlerts },
}));
