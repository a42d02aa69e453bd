import type { Overview, ReachabilityProblems } from '@callpoint/contract/overview';
import { MAX_WORST_SHOWN } from '@callpoint/contract/overview-limits';
import { sql } from 'kysely';
import { platformQuery, type PlatformDb } from '../../db/handles/platform.ts';

type Counts = Pick<Overview['reach'], 'red' | 'amber' | 'waiting'>;
type Worst = { team_id: number; account_name: string; levels: string };

const reachCounts = platformQuery<object, Counts>(
  () => sql<Counts>`
    select (select cast(count(*) as integer) from reach where red > 0) as red,
      (select cast(count(*) as integer) from reach where red = 0 and amber > 0) as amber,
      (select cast(count(*) as integer) from reach where wanted > judged) as waiting`,
);

// Two queries, because each has its own index.
const worstRed = platformQuery<{ most: number }, Worst>(
  (_, param) => sql<Worst>`
    select team_id, team.account_name, levels from reach join team on team.id = reach.team_id
    where red > 0 order by red desc, amber desc, team_id desc limit cast(${param('most')} as bigint)`,
);
const worstAmber = platformQuery<{ most: number }, Worst>(
  (_, param) => sql<Worst>`
    select team_id, team.account_name, levels from reach join team on team.id = reach.team_id
    where red = 0 and amber > 0 order by amber desc, team_id desc limit cast(${param('most')} as bigint)`,
);

/** How many subscribers have buttons or forms that notify too few people, and which, from the stored snapshots. */
export async function readReachabilityCounts(
  db: PlatformDb,
): Promise<Counts & { worst: ReachabilityProblems[] }> {
  const [counts] = await reachCounts(db, {});
  const red = await worstRed(db, { most: MAX_WORST_SHOWN });
  const amber =
    red.length < MAX_WORST_SHOWN ? await worstAmber(db, { most: MAX_WORST_SHOWN - red.length }) : [];
  return {
    ...(counts ?? { red: 0, amber: 0, waiting: 0 }),
    worst: [...red, ...amber].map(({ levels, ...row }) => ({
      ...row,
      items: JSON.parse(levels) as ReachabilityProblems['items'],
    })),
  };
}
