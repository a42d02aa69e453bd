import type { ReactNode } from 'react';
import { settingsTexts } from '../../texts/settings.ts';
import type { CardSpec, SettingsSlots } from './card-spec.ts';
import { dashboardGroups } from './field-specs.ts';
import { SettingsPage } from './settings-page.tsx';

const CARDS: readonly CardSpec[] = [
  { title: settingsTexts.dashboardCard, groups: dashboardGroups(), preview: { shows: 'dashboard' } },
];

interface DashboardPageProps {
  slots: SettingsSlots;
  /** Shown first, before the settings. */
  above: ReactNode;
  /** The content before the settings is not loaded yet. */
  waiting: boolean;
}

/** How the main screen of the app looks. */
export function DashboardPage({ slots, above, waiting }: DashboardPageProps) {
  return (
    <SettingsPage
      title={settingsTexts.dashboard}
      description={settingsTexts.dashboardDescription}
      name="settings dashboard"
      cards={CARDS}
      slots={slots}
      above={above}
      waiting={waiting}
    />
  );
}
