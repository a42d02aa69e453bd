import { CHANNELS } from '@callpoint/contract/channels/channels';
import { createHash } from 'node:crypto';
import { addToGroups, reachability, type UserGroup } from '@callpoint/alerts/plan/reachability';
import type { SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import type { MapTemplates } from '@callpoint/alerts/templates/maps';
import { BUTTON_IDS, FORM_IDS, type Item } from '@callpoint/contract/catalog';
import type { ItemReachability } from '@callpoint/contract/reachability';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { Slices } from '../../scheduling/slices.ts';
import type { ReachabilitySources, AddressStatus } from './reachability.repository.ts';

/** The settings of this server that decide who would be notified. */
export type ReachabilityConfig = {
  maps: MapTemplates;
  channels: ConfiguredChannels;
  /** The from-number of our SMS; null if SMS are not configured. */
  smsFrom: string | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: SmsCountries;
};

const ITEMS: readonly Item[] = [
  ...BUTTON_IDS.map((id): Item => ({ kind: 'button', id })),
  ...FORM_IDS.map((id): Item => ({ kind: 'form', id })),
];

/** Users that are grouped between two pauses. */
const PORTION = 100;

/** Who would be notified, for each button and form in the order of the menus. With many users, it pauses often. */
export async function checkReachability(
  { users, settings, consultancy }: ReachabilitySources,
  addressStatus: AddressStatus,
  { maps, channels, smsCountries }: ReachabilityConfig,
): Promise<ItemReachability[]> {
  const slices = new Slices();
  const groups = new Map<string, UserGroup>();
  for (let from = 0; from < users.length; from += PORTION) {
    addToGroups(groups, users.slice(from, from + PORTION), { ...addressStatus, smsCountries });
    await slices.pause();
  }
  const common = { settings, consultancy, maps, smsCountries, configured: channels };
  const results: ItemReachability[] = [];
  for (const item of ITEMS) {
    const checked = reachability({ ...addressStatus, ...common, item, users: [...groups.values()] });
    results.push({ ...item, ...checked });
    await slices.pause();
  }
  return results;
}

/** A hash of everything that is the same for all subscribers: after it changes, all are computed again. */
export function computePlatformVersion(
  { consultancy, limits }: Pick<ReachabilitySources, 'consultancy' | 'limits'>,
  { maps, channels, smsFrom, smsCountries }: ReachabilityConfig,
): string {
  const all = [
    ...CHANNELS.map((channel) => consultancy[channel]),
    maps.mapsUrl,
    maps.mapImageUrl,
    smsFrom,
    smsCountries,
    limits,
  ];
  const text = JSON.stringify([...all, ...CHANNELS.map((channel) => channels[channel])]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
