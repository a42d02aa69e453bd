import { CHANNEL, CHANNELS, perChannel, type Channel } from '@callpoint/contract/channels/channels';
import type { SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import { getAddress, type PersonAddresses } from '@callpoint/alerts/plan/addresses';
import { parseRecipients } from '@callpoint/alerts/plan/recipients';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { type SUBMISSION_TABLES, OF_SUBMISSION } from './candidates.ts';
import { isAddressFault, isBounced } from '../suppression/bounced-addresses.ts';
import type { ConfiguredChannels } from '../channels/channel.ts';
import { findOptOuts } from '../suppression/opt-outs.ts';

/**
 * Which channels work, according to the messages of one submission. `clean`: no message failed. `address`: messages
 * failed only because of their addresses. `broken`: other messages failed or are still waiting.
 */
export type ChannelStatus = Readonly<Record<Channel, 'clean' | 'address' | 'broken'>> & {
  /** Addresses that were tried without success: `email a@b.example`, lower case. */
  failed: ReadonlySet<string>;
};

type AttemptedMessage = { channel: Channel; address: string; state: string; fault: string | null };

export async function readChannelStatus(
  db: Db,
  reference: (typeof SUBMISSION_TABLES)['button' | 'form']['reference'],
  submissionId: number,
): Promise<ChannelStatus> {
  const { rows } = await sql<AttemptedMessage>`
    select d.channel, d.address, d.state, (
        select fault from delivery_attempt where delivery_id = d.id order by id desc limit 1
      ) as fault
    from delivery as d
    where d.${sql.ref(reference)} = ${submissionId} and ${OF_SUBMISSION} and d.state in ('pending', 'sending', 'failed')`.execute(
    db,
  );
  const of = (channel: Channel) => {
    const own = rows.filter((row) => row.channel === channel);
    if (own.length === 0) return 'clean';
    const isAddressOnly = own.every(({ state, fault }) => state === 'failed' && isAddressFault(fault));
    return isAddressOnly ? 'address' : 'broken';
  };
  return {
    ...perChannel(of),
    failed: new Set(rows.map(({ channel, address }) => keyOf(channel, address))),
  };
}

/** The channels that settings plan messages with: others have rules of their own, such as quiet hours. */
const FALLBACKS = CHANNELS.filter((channel) => CHANNEL[channel].routes.length > 0);

/** This server's channels and their limits. */
export type ChannelDependencies = {
  channels: ConfiguredChannels;
  /** Our from-number; null where SMS are not configured. */
  smsFrom: string | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: SmsCountries;
};

export type FallbackAddress = { channel: Channel; address: string };

/**
 * The channel and address to reach an account when its other messages failed. Channels without failures come first; null
 * where every channel has failed.
 */
export async function findFallback(
  db: Db,
  contact: PersonAddresses,
  status: ChannelStatus,
  { channels, smsFrom, smsCountries }: ChannelDependencies,
): Promise<FallbackAddress | null> {
  const candidates = (['clean', 'address'] as const)
    .flatMap((level) => FALLBACKS.filter((channel) => channels[channel] && status[channel] === level))
    .flatMap((channel) =>
      parseRecipients(channel, [getAddress(channel, contact)], smsCountries)
        .filter(({ problem }) => problem === null)
        .map(({ address }) => ({ channel, address })),
    )
    .filter(({ channel, address }) => !status.failed.has(keyOf(channel, address)));
  for (const candidate of candidates) {
    const isStopped =
      CHANNEL[candidate.channel].obeysStop && (await findOptOuts(db, smsFrom, [candidate.address])).size > 0;
    if (!isStopped && !(await isBounced(db, candidate.channel, candidate.address))) return candidate;
  }
  // An address that failed the last time may work again, and there is no better one.
  return candidates[0] ?? null;
}

function keyOf(channel: Channel, address: string): string {
  return `${channel} ${address.toLowerCase()}`;
}
