import { sql } from 'kysely';
import type { ReachJudgement } from '@callpoint/contract/reachability';
import { platformQuery, type PlatformDb } from '../../db/platform.ts';

/** The judgements of all subscribers, kept so that an overview asks for none. */

/** A subscriber to be judged. `wanted`: the marks that the judgement will answer. */
export type Stale = { team_id: number; wanted: number; status: number };
export type Kept = Omit<Stale, 'status'> & { under: string; items: readonly ReachJudgement[] };

const ADDRESS = { address: 'text' } as const;

const findStale = platformQuery<{ most: number }, Stale>(
  (_, param) => sql<Stale>`
    select reach.team_id, reach.wanted, team.status
    from reach join team on team.id = reach.team_id
    where reach.wanted > reach.judged order by reach.team_id limit ${param('most')}`,
);

export function staleReach(db: PlatformDb, most: number): Promise<Stale[]> {
  return findStale(db, { most });
}

const dropAddresses = platformQuery<{ teamId: number; addresses: string }, never>(
  (_, param, dialect) => sql<never>`
    delete from reach_address where team_id = ${param('teamId')}
      and address not in (select address from ${dialect.jsonRows(param('addresses'), 'kept', ADDRESS)})`,
);
const addAddresses = platformQuery<{ teamId: number; addresses: string }, never>(
  (_, param, dialect) => sql<never>`
    insert into reach_address (address, team_id)
    select address, cast(${param('teamId')} as integer) from ${dialect.jsonRows(param('addresses'), 'kept', ADDRESS)}
    where true on conflict (address, team_id) do nothing`,
);
const readAddresses = platformQuery<{ teamId: number }, { address: string }>((db, param) =>
  db.selectFrom('reach_address').select('address').where('team_id', '=', param('teamId')),
);

/**
 * Remembers on which addresses a subscriber's judgement depends. Before it is made: what becomes of them from here on
 * marks the subscriber, what became of them until here is read for it.
 */
export async function keepAddresses(
  db: PlatformDb,
  teamId: number,
  addresses: readonly string[],
): Promise<void> {
  const kept = new Set((await readAddresses(db, { teamId })).map(({ address }) => address));
  if (kept.size === addresses.length && addresses.every((address) => kept.has(address))) return;
  const rows = JSON.stringify(addresses.map((address) => ({ address })));
  await db.transaction(async (tx) => {
    await dropAddresses(tx, { teamId, addresses: rows });
    await addAddresses(tx, { teamId, addresses: rows });
  });
}

const keepOne = platformQuery<
  { teamId: number; wanted: number; under: string; at: string; red: number; amber: number; levels: string },
  never
>(
  (_, param) => sql<never>`
    update reach set judged = ${param('wanted')}, judged_under = ${param('under')}, judged_at = ${param('at')},
      red = ${param('red')}, amber = ${param('amber')}, levels = ${param('levels')}
    where team_id = ${param('teamId')} and judged < ${param('wanted')}`,
);

/** In the order of their numbers, as those are locked. */
export async function keepJudgements(db: PlatformDb, judgements: readonly Kept[], now: Date): Promise<void> {
  if (judgements.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { team_id, wanted, under, items } of judgements) {
      const grave = items.filter(({ level }) => level === 'red' || level === 'amber');
      const red = grave.filter(({ level }) => level === 'red').length;
      await keepOne(tx, {
        teamId: team_id,
        wanted,
        under,
        at: now.toISOString(),
        red,
        amber: grave.length - red,
        levels: JSON.stringify(grave.map(({ kind, id, level }) => ({ kind, id, level }))),
      });
    }
  });
}
