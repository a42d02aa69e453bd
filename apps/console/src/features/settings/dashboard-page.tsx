import type { ReactNode } from 'react';
import { settingsTexts } from '../../lib/texts/settings.ts';
import { dashboardGroups } from './field-specs.ts';
import { SettingsPage } from './settings-page.tsx';

const CARDS = [{ title: settingsTexts.dashboardCard, groups: dashboardGroups() }];

/**
 * How the main screen of the app looks.
 * @param props.above stands between the title and the settings
 */
export function Component({ above }: { above?: ReactNode }) {
  return (
    <SettingsPage
      title={settingsTexts.dashboard}
      description={settingsTexts.dashboardMeans}
      name="settings dashboard"
      cards={CARDS}
      above={above}
    />
  );
}
