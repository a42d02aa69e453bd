import { sql, type RawBuilder } from 'kysely';
import { getDialect } from './dialect.ts';
import { prepared } from './queries/prepared.ts';
import { rawDb, type Handle } from './handles/handle.ts';
import type { Db } from './tables.ts';

/**
 * Marks subscribers whose stored reachability is outdated. A mark is set in the transaction of the change, so that none
 * is lost; the reachability is computed later. Each mark increases the requested version (column `wanted`); a result
 * stores the version that it was computed for (`judged`), so that a change in between leads to another computation.
 */

const markOne = prepared<{ teamId: number }, never>(
  (_, param) => sql<never>`
    insert into reach (team_id, wanted, judged, judged_under, red, amber, levels)
    values (${param('teamId')}, 1, 0, '', 0, 0, '[]')
    on conflict (team_id) do update set wanted = reach.wanted + 1`,
);

/** Marks the subscribers of `teams`, a query of their ids. */
function markAmong(db: Db, teams: RawBuilder<unknown>): RawBuilder<never> {
  // Always locked in the order of ids, so that two processes never wait for each other.
  return sql<never>`
    with marked as (
      select team_id from reach where team_id in (${teams}) order by team_id ${getDialect(db).lock('no key update')}
    )
    update reach set wanted = wanted + 1 from marked where reach.team_id = marked.team_id`;
}

const markOfAddresses = prepared<{ addresses: string }, never>((db, param) => {
  const isOneOf = getDialect(db).isOneOf(sql.ref('address'), param('addresses'));
  return markAmong(db, sql`select team_id from reach_address where ${isOneOf}`);
});

/** Marks a subscriber after a change that affects who would be notified. */
export async function markReachability(tx: Db | Handle, teamId: number): Promise<void> {
  await markOne(tx, { teamId });
}

/**
 * Marks every subscriber with one of the addresses (lower case; numbers in E.164), after an address started or stopped
 * working.
 */
export async function markReachabilityByAddress(tx: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0) await markOfAddresses(tx, { addresses: JSON.stringify(addresses) });
}

/**
 * Marks subscribers without a result, and those whose result is too old or for another version of the platform's part.
 */
export async function markOutdatedReachability(
  on: Db | Handle,
  platformVersion: string,
  before: string,
): Promise<void> {
  const db = rawDb(on);
  await sql`
    insert into reach (team_id, wanted, judged, judged_under, red, amber, levels)
    select id, 1, 0, '', 0, 0, '[]' from team
    where not exists (select 1 from reach where reach.team_id = team.id)
    on conflict (team_id) do nothing`.execute(db);
  const outdated = sql`select team_id from reach where judged_under <> ${platformVersion} or judged_at < ${before}`;
  await markAmong(db, outdated).execute(db);
}
