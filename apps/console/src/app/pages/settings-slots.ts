import { DryRun } from '../../features/notifications/dry-run.tsx';
import { GroupPreview } from '../../features/notifications/group-preview.tsx';
import { Timeline } from '../../features/notifications/timeline/timeline.tsx';
import type { SettingsSlots } from '../../features/settings/cards/card-spec.ts';

/** What the notifications feature adds to the settings screens. */
export const settingsSlots: SettingsSlots = { Preview: GroupPreview, DryRun, Timeline };
