import type { ReactNode } from 'react';
import { settingsTexts } from '../../lib/texts/settings.ts';
import type { CardSpec } from './card-spec.ts';
import { dashboardGroups } from './field-specs.ts';
import { SettingsPage } from './settings-page.tsx';

const CARDS: readonly CardSpec[] = [
  { title: settingsTexts.dashboardCard, groups: dashboardGroups(), preview: { shows: 'dashboard' } },
];

/**
 * How the main screen of the app looks.
 * @param props.above stands first, before the settings
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
