import type { Route } from '@callpoint/alerts/plan/routes';
import type { NotificationField } from '@callpoint/contract/setting-keys';
import { channelSettingsTexts, type ChannelTexts } from './channel-settings.ts';
import { settingsTexts } from './settings.ts';

/** The labels of a subscriber's settings. */

export type FieldLabels = { label: string; help?: string };

/** The fields of the messages of one route, with their labels. */
export function routeLabels(route: Route): [NotificationField, FieldLabels][] {
  const { channel, role, list, switchedBy, subject, text } = route;
  const own: ChannelTexts = channelSettingsTexts.channels[channel];
  const fields: [NotificationField | null, FieldLabels | undefined][] = [
    [list, own.recipients],
    [switchedBy, role === 'team' ? undefined : { label: own.notify[role] }],
    [subject, own.subject && { label: own.subject[role] }],
    [text, { label: own.text[role] }],
  ];
  return fields.filter(
    (entry): entry is [NotificationField, FieldLabels] => entry[0] !== null && entry[1] !== undefined,
  );
}

/** The choices of a setting that is yes or no. */
export function choicesOf(key: string): readonly { value: 'yes' | 'no'; label: string }[] {
  const { enabled, disabled, yes, no } = settingsTexts;
  const [on, off] = key.startsWith('btn_') ? [enabled, disabled] : [yes, no];
  return [
    { value: 'yes', label: on },
    { value: 'no', label: off },
  ];
}
