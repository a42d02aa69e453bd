import { CHANNEL, CHANNELS, perChannel, type Channel } from '@callpoint/contract/channels/channels';
import type { NotificationPlanInput } from '@callpoint/alerts/plan/notification-plan';
import { bouncedKey, type ReachabilityInput } from '@callpoint/alerts/plan/reachability';
import { toE164 } from '@callpoint/alerts/sms/phone-numbers';
import { splitList } from '@callpoint/contract/split-list';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { readCountedSending } from '../../sending-limits/counted-sending.ts';
import { Slices } from '../../scheduling/slices.ts';
import { findOptOuts } from '../../delivery/suppression/opt-outs.ts';

/** The data of a subscriber and of the platform that decide who would be notified. */
export type ReachabilitySources = Pick<ReachabilityInput, 'settings' | 'consultancy'> & {
  /** The platform's daily limits in their stored form. */
  limits: readonly string[];
  users: NotificationPlanInput['user'][];
  /** The safety team's recipients in their typed form. */
  safetyTeam: Readonly<Record<Channel, string[]>>;
  /** The addresses of all recipients, in lower case; numbers also in E.164. */
  addresses: string[];
};
export type AddressStatus = Pick<ReachabilityInput, 'stopped' | 'bad' | 'counted'>;

/** Addresses in one query: each is a parameter. */
const BATCH_SIZE = 500;

/** @param tenant reaches the rows of the subscriber */
export async function readReachabilitySources(
  platform: PlatformDb,
  tenant: TenantDb,
  teamId: number,
): Promise<ReachabilitySources> {
  const rows = await tenant
    .selectFrom('settings')
    .select(['setting_key', 'setting_value'])
    .where('team_id', '=', teamId)
    .execute();
  const settings = new Map(rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]));
  const { consultancy, limits } = await readPlatform(platform);
  const users = await tenant
    .selectFrom('app_user')
    .select(['name', 'email', 'phone'])
    .where('team_id', '=', teamId)
    .where('status', '=', 1)
    .orderBy('id')
    .execute();
  const listed = (prefix: string) => [
    ...new Set(
      rows
        .filter(({ setting_key }) => setting_key.startsWith(prefix))
        .flatMap(({ setting_value }) => splitList(setting_value)),
    ),
  ];
  const safetyTeam = perChannel((channel) =>
    CHANNEL[channel].routes.flatMap(({ list }) => (list === null ? [] : listed(`${list}_`))),
  );
  const typed = [
    ...Object.values(safetyTeam).flat(),
    ...CHANNELS.flatMap((channel) => splitList(consultancy[channel])),
    ...users.flatMap(({ email, phone }) => [email, phone]),
  ];
  const slices = new Slices();
  const numbers: string[] = [];
  for (const address of typed) {
    const number = toE164(address);
    if (number !== null) numbers.push(number);
    await slices.pause();
  }
  const addresses = [...new Set([...typed.map((it) => it.trim().toLowerCase()), ...numbers])];
  return { settings, consultancy, limits, users, safetyTeam, addresses };
}

/**
 * The status of a subscriber's addresses: which have replied STOP, which the last message did not reach, and how much
 * may be sent to them today.
 */
export async function readAddressStatus(
  db: PlatformDb,
  smsFrom: string | null,
  {
    teamId,
    safetyTeam,
    addresses,
  }: Pick<ReachabilitySources, 'safetyTeam' | 'addresses'> & { teamId: number },
  now = new Date(),
): Promise<AddressStatus> {
  const stopped = await findOptOuts(db, smsFrom, addresses);
  return {
    stopped: new Set(stopped.keys()),
    bad: await readBad(db, addresses),
    counted: await readCountedSending(db, teamId, safetyTeam, now),
  };
}

/** The data of the platform that decide who would be notified: the consultancy's recipients and the daily limits. */
export async function readPlatform(
  db: PlatformDb,
): Promise<Pick<ReachabilitySources, 'consultancy' | 'limits'>> {
  const rows = await db
    .selectFrom('config')
    .select(['config_key', 'config_value'])
    .where(
      'config_key',
      'in',
      CHANNELS.flatMap((channel) => [CHANNEL[channel].consultancyKey, CHANNEL[channel].dailyLimit.key]),
    )
    .execute();
  const value = (key: string) => rows.find(({ config_key }) => config_key === key)?.config_value ?? '';
  return {
    consultancy: perChannel((channel) => value(CHANNEL[channel].consultancyKey)),
    limits: CHANNELS.map((channel) => value(CHANNEL[channel].dailyLimit.key)),
  };
}

async function readBad(db: PlatformDb, addresses: readonly string[]): Promise<Set<string>> {
  const bad = new Set<string>();
  for (let from = 0; from < addresses.length; from += BATCH_SIZE) {
    const rows = await db
      .selectFrom('bad_address')
      .select(['channel', 'address'])
      // The primary key starts with the channel.
      .where('channel', 'in', CHANNELS)
      .where('address', 'in', addresses.slice(from, from + BATCH_SIZE))
      .execute();
    for (const { channel, address } of rows) bad.add(bouncedKey(channel as Channel, address));
  }
  return bad;
}
