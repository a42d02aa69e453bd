import { sql, type RawBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';
import { prepared } from './prepared.ts';
import { rawDb, type Handle } from './handle.ts';
import type { Db } from './tables.ts';

/**
 * Marks of the subscribers whose reachability has to be judged anew. They are set in the transaction of the change, so
 * that none is forgotten; judging comes after. `wanted` counts the marks and `judged` says up to which of them the
 * judgement was made: what changes meanwhile is judged once more.
 */

const markOne = prepared<{ teamId: number }, never>(
  (_, param) => sql<never>`
    insert into reach (team_id, wanted, judged, judged_under, red, amber, levels)
    values (${param('teamId')}, 1, 0, '', 0, 0, '[]')
    on conflict (team_id) do update set wanted = reach.wanted + 1`,
);

/** Marks those of `teams`, a query of their ids. */
function markAmong(db: Db, teams: RawBuilder<unknown>): RawBuilder<never> {
  // Locked in one order everywhere, so that two processes never wait for each other.
  return sql<never>`
    with marked as (
      select team_id from reach where team_id in (${teams}) order by team_id ${dialectOf(db).lock('no key update')}
    )
    update reach set wanted = wanted + 1 from marked where reach.team_id = marked.team_id`;
}

const markOfAddresses = prepared<{ addresses: string }, never>((db, param) => {
  const addresses = dialectOf(db).jsonValues(param('addresses'));
  return markAmong(db, sql`select team_id from reach_address where address in (${addresses})`);
});

/** Something of a subscriber has changed that decides who would be told. */
export async function markReach(tx: Db | Handle, teamId: number): Promise<void> {
  await markOne(tx, { teamId });
}

/** Addresses (lower case; numbers in E.164) have gone bad or well again: marks every subscriber that has one of them. */
export async function markReachOf(tx: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0) await markOfAddresses(tx, { addresses: JSON.stringify(addresses) });
}

/** Marks the subscribers that were never judged, and those that were judged under another mark or before a moment. */
export async function markOutdated(on: Db | Handle, under: string, before: string): Promise<void> {
  const db = rawDb(on);
  await sql`
    insert into reach (team_id, wanted, judged, judged_under, red, amber, levels)
    select id, 1, 0, '', 0, 0, '[]' from team
    where not exists (select 1 from reach where reach.team_id = team.id)
    on conflict (team_id) do nothing`.execute(db);
  const outdated = sql`select team_id from reach where judged_under <> ${under} or judged_at < ${before}`;
  await markAmong(db, outdated).execute(db);
}
