import { dashboardGroups } from './field-specs.ts';
import { SettingsPage } from './settings-page.tsx';

const CARDS = [{ title: 'Main screen of the app', groups: dashboardGroups() }];

/** How the main screen of the app looks. */
export function Component() {
  return (
    <SettingsPage
      title="App Dashboard Settings"
      description="What your app users see on the app’s main screen, and which buttons they can press."
      name="settings dashboard"
      cards={CARDS}
    />
  );
}
