import { listRoutes, screenField, type Route } from '@callpoint/alerts/plan/routes';
import type { Item } from '@callpoint/contract/catalog';
import type { Channel } from '@callpoint/contract/channels/channels';
import { notificationKey } from '@callpoint/contract/setting-keys';
import { channelSettingsTexts as texts } from '../../../texts/channel-settings.ts';
import { routeLabels } from '../../../texts/setting-labels.ts';
import { fieldSpecs, type FieldGroup, type FieldPreview } from '../fields/field-specs.ts';

/** The settings of the messages about a submission, in groups by recipient. */

/** The recipients of a channel's messages. */
export function channelGroups(channel: Channel, item: Item): FieldGroup[] {
  return listRoutes(item)
    .filter((route) => route.channel === channel)
    .map((route) => ({
      heading: texts.to[route.role],
      role: route.role,
      fields: fieldSpecs(item, routeLabels(route)),
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
  const field = screenField(item);
  const preview: FieldPreview = { shows: 'screen', item, text: notificationKey(field, item) };
  return [{ heading: null, fields: fieldSpecs(item, [[field, texts.screen]]), preview }];
}
