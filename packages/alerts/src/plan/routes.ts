import type { Item } from '@callpoint/contract/catalog';
import type { ChannelRoute, RecipientRole } from '@callpoint/contract/channels/channel';
import { CHANNEL, CHANNELS, type Channel, type RoutedChannel } from '@callpoint/contract/channels/channels';
import type { NotificationField } from '@callpoint/contract/setting-keys';

type FieldNames = Record<'text', NotificationField> &
  Record<'switchedBy' | 'list' | 'subject', NotificationField | null>;
/** The settings for the messages of one channel to one role. */
export type Route = Pick<ChannelRoute, 'role' | 'isOnByDefault'> & FieldNames & { channel: RoutedChannel };

const ROUTES = CHANNELS.flatMap((channel) =>
  CHANNEL[channel].routes.map((route) => ({ ...route, channel }) as Route),
);

/** The routes of all channels that send messages about `item`, in the order of the channels. */
export function listRoutes(item: Pick<Item, 'kind'>): Route[] {
  return ROUTES.filter(({ channel }) => CHANNEL[channel].items.includes(item.kind));
}

/** The settings for messages of `channel` to `role`; undefined if `item` has none. */
export function findRoute(item: Item, channel: Channel, role: RecipientRole): Route | undefined {
  return listRoutes(item).find((route) => route.channel === channel && route.role === role);
}

/** The setting with the text for the phone's own screen. */
export function screenField(item: Item): NotificationField {
  return item.kind === 'button' ? 'msg_to_show_on_screen' : 'alert_on_user_screen';
}
