import type { FaultKind } from '@callpoint/contract/faults';
import type { Channel } from '@callpoint/alerts/messages';
import { sql } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import { prepared } from '../../db/prepared.ts';
import { markReachabilityOf } from '../../db/reachability-marks.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Addresses at which the last message ended because of the address itself, until one arrives there. What cannot be
 * reached is to be seen before the next alarm, not after it.
 */

const ABOUT_THE_ADDRESS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'mailbox-unknown',
  'mail-address-wrong',
  'mailbox-closed',
  'mailbox-full',
  'mail-no-way',
  'mail-recipient-refused',
  'mail-address-unusable',
  'sms-bad-number',
  'sms-landline',
  'sms-stopped',
  'sms-no-route',
  'sms-blocked',
  'sms-unknown-handset',
]);

/** Whether a fault, by its stored word, says something of the address alone and nothing of the channel. */
export function isAboutTheAddress(fault: string | null): boolean {
  return (ABOUT_THE_ADDRESS as ReadonlySet<string | null>).has(fault);
}

/** How a message ended: with the fault that made it fail, or null where it arrived. */
export type Ended = { channel: Channel; address: string; fault: FaultKind | null; at: string };

const COLUMNS = { channel: 'text', address: 'text', fault: 'text', at: 'timestamptz' } as const;

const add = prepared<{ bad: string }, never>(
  (db, param) => sql<never>`
    insert into bad_address (channel, address, fault, at)
    select channel, address, fault, at from ${dialectOf(db).jsonRows(param('bad'), 'bad', COLUMNS)} where true
    on conflict (channel, address) do update set fault = excluded.fault, at = excluded.at`,
);

const remove = prepared<{ channel: Channel; addresses: string }, { address: string }>((db, param) => {
  const addresses = dialectOf(db).jsonValues(param('addresses'));
  return sql<{ address: string }>`
    delete from bad_address where channel = ${param('channel')} and address in (${addresses}) returning address`;
});

const anyBad = prepared<{ channel: Channel }, { one: number }>(
  (_db, param) =>
    sql<{ one: number }>`select 1 as one from bad_address where channel = ${param('channel')} limit 1`,
);

/** Whether the last message to an address failed because of the address. */
export async function isKnownBad(db: Db, channel: Channel, address: string): Promise<boolean> {
  const query = db.selectFrom('bad_address').select('at').where('channel', '=', channel);
  return (await query.where('address', '=', address.toLowerCase()).executeTakeFirst()) !== undefined;
}

/** Remembers the bad addresses among what ended, and forgets those where something arrived. */
export async function rememberAddresses(tx: Db, ended: readonly Ended[]): Promise<void> {
  const bad = new Map<string, Ended>();
  const good: Record<Channel, Set<string>> = { email: new Set(), sms: new Set() };
  for (const { channel, address, fault, at } of ended) {
    const key = address.toLowerCase();
    if (fault === null) good[channel].add(key);
    else if (isAboutTheAddress(fault)) bad.set(`${channel} ${key}`, { channel, address: key, fault, at });
  }
  const changed = [...bad.values()].map(({ address }) => address);
  for (const channel of ['email', 'sms'] as const) {
    if (good[channel].size === 0) continue;
    // Nearly always there is none, and looking costs less than deleting.
    if ((await anyBad(tx, { channel })).length === 0) continue;
    const well = await remove(tx, { channel, addresses: JSON.stringify([...good[channel]]) });
    changed.push(...well.map(({ address }) => address));
  }
  // In one order everywhere, so that two processes never wait for each other.
  const rows = [...bad.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1));
  if (rows.length > 0) await add(tx, { bad: JSON.stringify(rows) });
  await markReachabilityOf(tx, changed);
}
