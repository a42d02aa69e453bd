import type { SubmissionKind } from '../catalogue.ts';
import type { ChannelDescriptor } from './channel.ts';
import { email } from './email/email.ts';
import { sms } from './sms/sms.ts';

/** All channels, by their names on the wire and in the tables. */
const ALL = { email, sms } as const satisfies Record<string, ChannelDescriptor>;

export type Channel = keyof typeof ALL;
export const CHANNELS = Object.keys(ALL) as unknown as readonly [Channel, ...Channel[]];

/** The descriptors. Code that depends on the channel reads its descriptor instead of comparing names. */
export const CHANNEL: Readonly<Record<Channel, ChannelDescriptor>> = ALL;

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
