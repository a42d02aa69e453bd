import { ButtonSettingsPage } from '../../features/settings/button-settings-page.tsx';
import { settingsSlots } from './settings-slots.ts';

/** The settings of a button, with previews of its messages and a dry run. */
export function Component() {
  return <ButtonSettingsPage slots={settingsSlots} />;
}
