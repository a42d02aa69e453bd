import { listRoutes, type Route } from '@callpoint/alerts/plan/routes';
import type { Item } from '@callpoint/contract/catalogue';
import type { Channel } from '@callpoint/contract/channels/channels';
import { notificationKey, type NotificationField } from '@callpoint/contract/settings';
import { channelSettingsTexts as texts, type ChannelTexts } from '../../../texts/channel-settings.ts';
import { fieldSpecs, type FieldGroup, type FieldPreview, type FieldLabels } from '../fields/field-specs.ts';

/** The settings of the messages about a submission, in groups by recipient. */

function routeFields(channel: Channel, route: Route): [NotificationField, FieldLabels][] {
  const own: ChannelTexts = texts.channels[channel];
  const { role, list, switchedBy, subject, text } = route;
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

/** The recipients of a channel's messages. */
export function channelGroups(channel: Channel, item: Item): FieldGroup[] {
  return listRoutes(item)
    .filter((route) => route.channel === channel)
    .map((route) => ({
      heading: texts.to[route.role],
      role: route.role,
      fields: fieldSpecs(item, routeFields(channel, route)),
      preview: previewOf(item, route),
    }));
}

function previewOf(item: Item, { channel, subject, text }: Route): FieldPreview {
  const key = notificationKey(text, item);
  return subject === null
    ? { shows: 'text', item, channel, text: key }
    : { shows: 'mail', item, subject: notificationKey(subject, item), text: key };
}

/** The text on the user's phone. */
export function screenGroups(item: Item): FieldGroup[] {
  const field = item.kind === 'button' ? 'msg_to_show_on_screen' : 'alert_on_user_screen';
  const preview: FieldPreview = { shows: 'screen', item, text: notificationKey(field, item) };
  return [{ heading: null, fields: fieldSpecs(item, [[field, texts.screen]]), preview }];
}
