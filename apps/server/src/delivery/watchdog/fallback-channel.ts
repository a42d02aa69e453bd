import { CHANNELS, type Channel } from '@callpoint/alerts/messages';
import type { SmsCountries } from '@callpoint/alerts/phone-numbers';
import { recipients } from '@callpoint/alerts/recipients';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { type STORED, TELLS } from './candidates.ts';
import { isAboutTheAddress, isKnownBad } from '../suppression/bounced-addresses.ts';
import type { ConfiguredChannels } from '../queue/outbox.ts';
import { stoppedAmong } from '../suppression/opt-outs.ts';

/**
 * Which channels work, as far as the messages of one submission tell. `clean`: nothing went wrong by it. `address`: only
 * for reasons of the addresses themselves. `broken`: it failed, or keeps messages waiting.
 */
export type ChannelStanding = Readonly<Record<Channel, 'clean' | 'address' | 'broken'>> & {
  /** Where it was in vain: `email a@b.example`, lower case. */
  vain: ReadonlySet<string>;
};

type Tried = { channel: Channel; address: string; state: string; fault: string | null };

export async function channelStanding(
  db: Db,
  reference: (typeof STORED)['button' | 'form']['reference'],
  submissionId: number,
): Promise<ChannelStanding> {
  const { rows } = await sql<Tried>`
    select d.channel, d.address, d.state, (
        select fault from delivery_attempt where delivery_id = d.id order by id desc limit 1
      ) as fault
    from delivery as d
    where d.${sql.ref(reference)} = ${submissionId} and ${TELLS} and d.state in ('pending', 'sending', 'failed')`.execute(
    db,
  );
  const of = (channel: Channel) => {
    const own = rows.filter((row) => row.channel === channel);
    if (own.length === 0) return 'clean';
    const isTheirs = own.every(({ state, fault }) => state === 'failed' && isAboutTheAddress(fault));
    return isTheirs ? 'address' : 'broken';
  };
  return {
    email: of('email'),
    sms: of('sms'),
    vain: new Set(rows.map(({ channel, address }) => keyOf(channel, address))),
  };
}

/** What of this server decides whom it can reach. */
export type ChannelNeeds = {
  channels: ConfiguredChannels;
  /** The sender of our SMS; null where they are not configured. */
  smsFrom: string | null;
  /** The countries that SMS are sent to; null: all. */
  smsCountries: SmsCountries;
};

export type Reachable = { channel: Channel; address: string };

/**
 * By which channel somebody is reached, and where: one that works and by which nothing went wrong first. Null where
 * every channel has failed.
 */
export async function wayTo(
  db: Db,
  { email, phone }: { email: string; phone: string },
  standing: ChannelStanding,
  { channels, smsFrom, smsCountries }: ChannelNeeds,
): Promise<Reachable | null> {
  const ways = (['clean', 'address'] as const)
    .flatMap((wanted) => CHANNELS.filter((channel) => channels[channel] && standing[channel] === wanted))
    .flatMap((channel) =>
      recipients(channel, [channel === 'email' ? email : phone], smsCountries)
        .filter(({ problem }) => problem === null)
        .map(({ address }) => ({ channel, address })),
    )
    .filter(({ channel, address }) => !standing.vain.has(keyOf(channel, address)));
  for (const way of ways) {
    const isStopped = way.channel === 'sms' && (await stoppedAmong(db, smsFrom, [way.address])).size > 0;
    if (!isStopped && !(await isKnownBad(db, way.channel, way.address))) return way;
  }
  // One that failed the last time may be right again, and there is no better one.
  return ways[0] ?? null;
}

function keyOf(channel: Channel, address: string): string {
  return `${channel} ${address.toLowerCase()}`;
}
