import { settingsTexts } from '../../lib/texts/settings.ts';
import { dashboardGroups } from './field-specs.ts';
import { SettingsPage } from './settings-page.tsx';

const CARDS = [{ title: settingsTexts.dashboardCard, groups: dashboardGroups() }];

/** How the main screen of the app looks. */
export function Component() {
  return (
    <SettingsPage
      title={settingsTexts.dashboard}
      description={settingsTexts.dashboardMeans}
      name="settings dashboard"
      cards={CARDS}
    />
  );
}
