import { FormSettingsPage } from '../../features/settings/form-settings-page.tsx';
import { settingsSlots } from './settings-slots.ts';

/** The settings of a form, with previews of its messages and a dry run. */
export function Component() {
  return <FormSettingsPage slots={settingsSlots} />;
}
