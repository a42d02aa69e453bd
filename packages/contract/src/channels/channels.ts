import type { SubmissionKind } from '../catalog.ts';
import type { ChannelDescriptor } from './channel.ts';
import { emailChannel } from './email/email.ts';
import { pushChannel } from './push/push.ts';
import { smsChannel } from './sms/sms.ts';
import { voiceChannel } from './voice/voice.ts';

/** All channels, by their names on the wire and in the tables. */
const ALL = {
  email: emailChannel,
  sms: smsChannel,
  voice: voiceChannel,
  push: pushChannel,
} as const satisfies Record<string, ChannelDescriptor>;

export type Channel = keyof typeof ALL;
export const CHANNELS = Object.keys(ALL) as unknown as readonly [Channel, ...Channel[]];

/** The descriptors. Code that depends on the channel reads its descriptor instead of comparing names. */
export const CHANNEL: Readonly<Record<Channel, ChannelDescriptor>> = ALL;

/** The channels with settings for each button or form; only the steps of escalations use the others. */
export type RoutedChannel = {
  [Name in Channel]: (typeof ALL)[Name]['routes'] extends readonly [] ? never : Name;
}[Channel];
export function isRouted(channel: Channel): channel is RoutedChannel {
  return CHANNEL[channel].routes.length > 0;
}

type Route = (typeof ALL)[Channel]['routes'][number];
type Field<R extends Route> = R['switchedBy' | 'list' | 'subject' | 'text'] & string;
/** The setting fields of all channels. */
export type ChannelField = Field<Route>;
/** The setting fields of channels that send messages about a kind of submission. */
export type ChannelFieldOf<Kind extends SubmissionKind> = {
  [Name in Channel]: Kind extends (typeof ALL)[Name]['items'][number]
    ? Field<(typeof ALL)[Name]['routes'][number]>
    : never;
}[Channel];

/** The platform's settings that belong to channels. */
export type ChannelConfigKey =
  | (typeof ALL)[Channel]['consultancyKey']
  | (typeof ALL)[Channel]['dailyLimit']['key'];
/** The columns with subscribers' own limits. */
export type OwnLimitColumn = NonNullable<(typeof ALL)[Channel]['ownLimit']>;

/** The channel whose recipients at the consultancy are in a platform's setting; the first one, if several share it. */
export function consultancyChannel(key: string): Channel | null {
  return CHANNELS.find((channel) => CHANNEL[channel].consultancyKey === key) ?? null;
}

/** An object with a value for each channel. */
export function perChannel<Value>(valueOf: (channel: Channel) => Value): Record<Channel, Value> {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, valueOf(channel)])) as Record<Channel, Value>;
}

/** An object with a value for each column with subscribers' own limits. */
export function perOwnLimit<Value>(
  valueOf: (column: OwnLimitColumn) => Value,
): Record<OwnLimitColumn, Value> {
  const columns = CHANNELS.flatMap((channel) => CHANNEL[channel].ownLimit ?? []) as OwnLimitColumn[];
  return Object.fromEntries(columns.map((column) => [column, valueOf(column)])) as Record<
    OwnLimitColumn,
    Value
  >;
}
