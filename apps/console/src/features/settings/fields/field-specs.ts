import { DASHBOARD_SLOTS, type Item } from '@callpoint/contract/catalog';
import type { RecipientRole } from '@callpoint/contract/channels/channel';
import type { Channel } from '@callpoint/contract/channels/channels';
import { HOME_PAGE_TOP_TEXT, notificationKey, iconColorKey, modeKey } from '@callpoint/contract/setting-keys';
import type { NotificationField } from '@callpoint/contract/setting-keys';
import { SETTINGS, type SettingKind } from '@callpoint/contract/setting-kinds';
import type { FieldLabels } from '../../../texts/setting-labels.ts';
import { settingsTexts } from '../../../texts/settings.ts';

/** The fields of the settings screens: their order, groups and labels. */

export interface FieldSpec {
  key: string;
  kind: SettingKind;
  label: string;
  /** The label where the group's heading is not next to it, as in a list of problems. */
  fullLabel: string;
  help?: string;
}

/** The preview of what the fields of a group or a card produce. The texts are keys of templates. */
export type FieldPreview =
  | { shows: 'mail'; item: Item; subject: string; text: string }
  | { shows: 'text'; item: Item; channel: Channel; text: string }
  | { shows: 'screen'; item: Item; text: string }
  | { shows: 'dashboard' };

export interface FieldGroup {
  /** Null if the card has only one. */
  heading: string | null;
  fields: readonly FieldSpec[];
  /** Short fields that appear next to their heading. */
  inRow?: boolean;
  preview?: FieldPreview;
  /** Who gets the messages; a card with several roles shows one at a time. */
  role?: RecipientRole;
}

export function fieldSpecs(item: Item, fields: readonly [NotificationField, FieldLabels][]): FieldSpec[] {
  return fields.map(([field, labels]) => {
    const key = notificationKey(field, item);
    return { key, kind: kindOf(key), fullLabel: labels.label, ...labels };
  });
}

function kindOf(key: string): SettingKind {
  const kind = SETTINGS.get(key);
  if (!kind) throw new Error(`there is no setting ${key}`);
  return kind;
}

/** The main screen of the app. */
export function dashboardGroups(): FieldGroup[] {
  const { label, help } = settingsTexts.topText;
  const top = { key: HOME_PAGE_TOP_TEXT, kind: kindOf(HOME_PAGE_TOP_TEXT), label, fullLabel: label, help };
  const slots = DASHBOARD_SLOTS.map(({ slot, label: name, hasIconColor }): FieldGroup => {
    const mode = modeKey(slot);
    const color = iconColorKey(slot);
    const fields: FieldSpec[] = [
      { key: mode, kind: kindOf(mode), label: settingsTexts.mode, fullLabel: settingsTexts.modeOf(name) },
    ];
    if (hasIconColor) {
      fields.push({
        key: color,
        kind: kindOf(color),
        label: settingsTexts.iconColor,
        fullLabel: settingsTexts.iconColorOf(name),
      });
    }
    return { heading: name, fields, inRow: true };
  });
  return [{ heading: null, fields: [top] }, ...slots];
}

export function settingKeys(groups: readonly FieldGroup[]): string[] {
  return groups.flatMap(({ fields }) => fields.map(({ key }) => key));
}
