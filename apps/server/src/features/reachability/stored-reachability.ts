import { sql } from 'kysely';
import type { ItemReachability } from '@callpoint/contract/reachability';
import { platformQuery, type PlatformDb } from '../../db/handles/platform.ts';

/** The reachability snapshot of every subscriber, stored so that an overview computes none. */

/** A subscriber whose snapshot is outdated, and the version that is requested. */
export type OutdatedSnapshot = { team_id: number; requested: number; status: number };
/** `platformVersion`: the state of the platform that it was computed for. */
export type Snapshot = {
  team_id: number;
  version: number;
  platformVersion: string;
  items: readonly ItemReachability[];
};

const ADDRESS = { address: 'text' } as const;

const findRequested = platformQuery<{ most: number }, OutdatedSnapshot>(
  (_, param) => sql<OutdatedSnapshot>`
    select reach.team_id, reach.wanted as requested, team.status
    from reach join team on team.id = reach.team_id
    where reach.wanted > reach.judged order by reach.team_id limit cast(${param('most')} as bigint)`,
);

export function findOutdatedSnapshots(db: PlatformDb, most: number): Promise<OutdatedSnapshot[]> {
  return findRequested(db, { most });
}

const dropAddresses = platformQuery<{ teamId: number; addresses: string }, never>(
  (_, param, dialect) => sql<never>`
    delete from reach_address where team_id = ${param('teamId')}
      and address not in (select address from ${dialect.jsonRows(param('addresses'), 'current', ADDRESS)})`,
);
const addAddresses = platformQuery<{ teamId: number; addresses: string }, never>(
  (_, param, dialect) => sql<never>`
    insert into reach_address (address, team_id)
    select address, cast(${param('teamId')} as integer) from ${dialect.jsonRows(param('addresses'), 'current', ADDRESS)}
    where true on conflict (address, team_id) do nothing`,
);
const readAddresses = platformQuery<{ teamId: number }, { address: string }>((db, param) =>
  db.selectFrom('reach_address').select('address').where('team_id', '=', param('teamId')),
);

/**
 * Stores the addresses that a subscriber's reachability depends on. Call it before computing: later changes of an
 * address mark the subscriber, and earlier ones are read by the computation.
 */
export async function storeAddresses(
  db: PlatformDb,
  teamId: number,
  addresses: readonly string[],
): Promise<void> {
  const stored = new Set((await readAddresses(db, { teamId })).map(({ address }) => address));
  if (stored.size === addresses.length && addresses.every((address) => stored.has(address))) return;
  const rows = JSON.stringify(addresses.map((address) => ({ address })));
  await db.transaction(async (tx) => {
    await dropAddresses(tx, { teamId, addresses: rows });
    await addAddresses(tx, { teamId, addresses: rows });
  });
}

const storeOne = platformQuery<
  {
    teamId: number;
    version: number;
    platformVersion: string;
    at: string;
    red: number;
    amber: number;
    levels: string;
  },
  never
>(
  (_, param) => sql<never>`
    update reach set judged = ${param('version')}, judged_under = ${param('platformVersion')}, judged_at = ${param('at')},
      red = ${param('red')}, amber = ${param('amber')}, levels = ${param('levels')}
    where team_id = ${param('teamId')} and judged < ${param('version')}`,
);

/** Stores snapshots, which are in the order of their subscribers' ids: rows are locked in that order. */
export async function storeReachability(
  db: PlatformDb,
  snapshots: readonly Snapshot[],
  now: Date,
): Promise<void> {
  if (snapshots.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { team_id, version, platformVersion, items } of snapshots) {
      const grave = items.filter(({ level }) => level === 'red' || level === 'amber');
      const red = grave.filter(({ level }) => level === 'red').length;
      await storeOne(tx, {
        teamId: team_id,
        version,
        platformVersion,
        at: now.toISOString(),
        red,
        amber: grave.length - red,
        levels: JSON.stringify(grave.map(({ kind, id, level }) => ({ kind, id, level }))),
      });
    }
  });
}
