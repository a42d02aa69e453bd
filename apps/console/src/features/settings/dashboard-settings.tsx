import { settingsTexts } from '../../texts/settings.ts';
import type { CardSpec, SettingsSlots } from './cards/card-spec.ts';
import { dashboardGroups } from './fields/field-specs.ts';
import { Settings } from './settings-page.tsx';

const CARDS: readonly CardSpec[] = [
  { title: settingsTexts.dashboardCard, groups: dashboardGroups(), preview: { shows: 'dashboard' } },
];

/** How the main screen of the app looks. */
export function DashboardSettings({ slots }: { slots: SettingsSlots }) {
  return <Settings name="settings dashboard" cards={CARDS} slots={slots} />;
}
