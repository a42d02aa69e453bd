import { findFault, type FaultKind } from '@callpoint/contract/faults';
import { CHANNELS, perChannel, type Channel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import { markReachabilityByAddress } from '../../db/reachability-marks.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Addresses whose last message failed because of the address itself, until a message arrives there. The reachability
 * check shows them before the next alarm.
 */

/** Whether a stored fault code is about the address alone and not about the channel. */
export function isAddressFault(fault: string | null): boolean {
  return findFault(fault)?.isAboutAddress === true;
}

/** The final result of a message: the fault that made it fail, or null if it arrived. */
export type AddressResult = { channel: Channel; address: string; fault: FaultKind | null; at: string };

const COLUMNS = { channel: 'text', address: 'text', fault: 'text', at: 'timestamptz' } as const;

const add = prepared<{ bad: string }, never>(
  (db, param) => sql<never>`
    insert into bad_address (channel, address, fault, at)
    select channel, address, fault, at from ${getDialect(db).jsonRows(param('bad'), 'bad', COLUMNS)} where true
    on conflict (channel, address) do update set fault = excluded.fault, at = excluded.at`,
);

const remove = prepared<{ channel: Channel; addresses: string }, { address: string }>((db, param) => {
  const isOneOf = getDialect(db).isOneOf(sql.ref('address'), param('addresses'));
  return sql<{ address: string }>`
    delete from bad_address where channel = ${param('channel')} and ${isOneOf} returning address`;
});

/** In the order of the primary key: without it, PostgreSQL may read all addresses of the other channels. */
const anyBad = prepared<{ channel: Channel }, { one: number }>(
  (_db, param) => sql<{ one: number }>`
    select 1 as one from bad_address where channel = ${param('channel')} order by address limit 1`,
);

/** Whether the last message to an address failed because of the address. */
export async function isBounced(db: Db, channel: Channel, address: string): Promise<boolean> {
  const query = db.selectFrom('bad_address').select('at').where('channel', '=', channel);
  return (await query.where('address', '=', address.toLowerCase()).executeTakeFirst()) !== undefined;
}

/** Stores addresses whose message failed because of the address, and deletes addresses where a message arrived. */
export async function recordAddressResults(tx: Db, results: readonly AddressResult[]): Promise<void> {
  const bad = new Map<string, AddressResult>();
  const good = perChannel(() => new Set<string>());
  for (const { channel, address, fault, at } of results) {
    const key = address.toLowerCase();
    if (fault === null) good[channel].add(key);
    else if (isAddressFault(fault)) bad.set(`${channel} ${key}`, { channel, address: key, fault, at });
  }
  const changed = [...bad.values()].map(({ address }) => address);
  for (const channel of CHANNELS) {
    if (good[channel].size === 0) continue;
    // Usually there is none, and a query costs less than a delete.
    if ((await anyBad(tx, { channel })).length === 0) continue;
    const cleared = await remove(tx, { channel, addresses: JSON.stringify([...good[channel]]) });
    changed.push(...cleared.map(({ address }) => address));
  }
  // In the order of addresses, so that two processes never wait for each other.
  const rows = [...bad.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1));
  if (rows.length > 0) await add(tx, { bad: JSON.stringify(rows) });
  await markReachabilityByAddress(tx, changed);
}
