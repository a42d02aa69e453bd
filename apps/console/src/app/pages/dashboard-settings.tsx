import { DashboardSettings as Settings } from '../../features/settings/dashboard-settings.tsx';
import { settingsSlots } from './settings-slots.ts';

/** The settings of the app's main screen, with a preview. */
export function DashboardSettings() {
  return <Settings slots={settingsSlots} />;
}
