import type { FaultCount, Overview, Waiting } from '@callpoint/contract/overview';
import {
  MAX_COUNTED,
  MAX_FAULTS_READ,
  OVERVIEW_DAYS,
  OVERVIEW_HOURS,
} from '@callpoint/contract/overview-limits';
import type { MessageState } from '@callpoint/contract/deliveries';
import { sql } from 'kysely';
import { platformQuery, type PlatformDb } from '../../db/handles/platform.ts';
import { rollUpSubmissions, countSubmissionsBySpan } from '../../db/totals/submission-rollup.ts';
import { lastDays } from './days.ts';
import { readLimitedSubscribers } from './limited-subscribers.ts';
import { readReachabilityCounts } from './reachability-counts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Maximum faults in the overview. */
const MAX_FAULTS = 20;

type FromDatabase = Omit<Overview, 'reach'> & { reach: Omit<Overview['reach'], 'not_configured'> };

/** The overview of all subscribers. Test messages are not counted. Every query uses an index. */
export async function readOverview(db: PlatformDb, zone: string, now = new Date()): Promise<FromDatabase> {
  // To the minute, so that the delivery log can be filtered to the same messages.
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const since = new Date(minute - OVERVIEW_HOURS * HOUR_MS).toISOString();
  const month = new Date(now.getTime() - OVERVIEW_DAYS * 24 * HOUR_MS).toISOString();
  const counts = new Map((await messageCounts(db, { since })).map(({ state, total }) => [state, total]));
  const [subscribers] = await subscriberCounts(db, { since, month });
  return {
    days: await readDays(db, zone, now),
    messages: {
      since,
      sent: counts.get('sent') ?? 0,
      failed: counts.get('failed') ?? 0,
      held: counts.get('held') ?? 0,
    },
    incidents: await readIncidents(db),
    undelivered: await waitingIn(db, ['pending', 'sending']),
    held: await waitingIn(db, ['held']),
    reach: await readReachabilityCounts(db),
    limited: await readLimitedSubscribers(db, now),
    subscribers: subscribers ?? { total: 0, new_day: 0, new_month: 0, blocked: 0 },
    faults: await faultCounts(db, { since }),
  };
}

async function readDays(db: PlatformDb, zone: string, now: Date): Promise<Overview['days']> {
  await rollUpSubmissions(db, now);
  const days = lastDays(zone, OVERVIEW_DAYS, now);
  const counts = await countSubmissionsBySpan(db, days);
  return days.map(({ day }, index) => ({
    day,
    counts: counts
      .filter((count) => count.span_index === index)
      .map(({ kind, item_id, total }) => ({ kind, item_id, total })),
  }));
}

async function readIncidents(db: PlatformDb): Promise<Overview['incidents']> {
  const [counts] = await incidentCounts(db, {});
  const [oldest] = await oldestIncident(db, {});
  return { ...(counts ?? { open: 0, unacknowledged: 0 }), oldest: oldest ?? null };
}

/** The sum of several states, and their oldest message. */
async function waitingIn(db: PlatformDb, states: readonly MessageState[]): Promise<Waiting> {
  let total = 0;
  let oldest: Waiting['oldest'] = null;
  for (const state of states) {
    total += (await countIn(db, { state }))[0]?.total ?? 0;
    const [first] = await oldestIn(db, { state });
    if (first && (!oldest || first.created_at < oldest.created_at)) oldest = first;
  }
  return { total, oldest };
}

const messageCounts = platformQuery<{ since: string }, { state: MessageState; total: number }>(
  (_, param) => sql<{ state: MessageState; total: number }>`
    select state, cast(sum(part) as integer) as total
    from (
      select state, count(*) as part from delivery
      where state in ('sent', 'failed', 'held') and created_at >= ${param('since')} group by state
      union all
      select state, -count(*) as part from delivery
      where purpose = 'test' and state in ('sent', 'failed', 'held') and created_at >= ${param('since')}
      group by state
    ) as parts
    group by state`,
);

const incidentCounts = platformQuery<object, { open: number; unacknowledged: number }>(
  () => sql<{ open: number; unacknowledged: number }>`
    select cast(count(*) as integer) as open,
      cast(coalesce(sum(case when state = 'open' then 1 else 0 end), 0) as integer) as unacknowledged
    from (
      select state from incident where closed_at is null and is_drill = 0 limit ${sql.lit(MAX_COUNTED + 1)}
    ) as counted`,
);

const oldestIncident = platformQuery<object, NonNullable<Overview['incidents']['oldest']>>((db) =>
  db
    .selectFrom('incident')
    .select(['id', 'opened_at'])
    .where('closed_at', 'is', null)
    .where('is_drill', '=', sql.lit(0))
    .orderBy('opened_at')
    .orderBy('id')
    .limit(1),
);

const countIn = platformQuery<{ state: MessageState }, { total: number }>(
  (_, param) => sql<{ total: number }>`
    select cast(count(*) as integer) as total
    from (
      select 1 from delivery where state in (${param('state')}) and purpose is distinct from 'test'
      limit ${sql.lit(MAX_COUNTED + 1)}
    ) as counted`,
);

const oldestIn = platformQuery<{ state: MessageState }, NonNullable<Waiting['oldest']>>((db, param) =>
  db
    .selectFrom('delivery')
    .select(['id', 'team_id', 'created_at'])
    .where('state', 'in', [param('state')])
    .where('purpose', 'is distinct from', 'test')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
);

const subscriberCounts = platformQuery<{ since: string; month: string }, Overview['subscribers']>(
  (_, param) => sql<Overview['subscribers']>`
    select (select cast(count(*) as integer) from team) as total,
      (select cast(count(*) as integer) from team where created_at >= ${param('since')}) as new_day,
      (select cast(count(*) as integer) from team where created_at >= ${param('month')}) as new_month,
      (select cast(count(*) as integer) from team where status = 0) as blocked`,
);

const faultCounts = platformQuery<{ since: string }, FaultCount>(
  (_, param) => sql<FaultCount>`
    select channel, fault, cast(count(*) as integer) as total, max(at) as last_at
    from (
      select delivery.channel, coalesce(attempt.fault, 'unexpected') as fault, attempt.at
      from (
        select delivery_id, fault, at from delivery_attempt
        where outcome in ('temporary', 'permanent', 'lost', 'undelivered') and at >= ${param('since')}
        order by at desc limit ${sql.lit(MAX_FAULTS_READ)}
      ) as attempt join delivery on delivery.id = attempt.delivery_id
    ) as newest
    group by channel, fault order by total desc, last_at desc limit ${sql.lit(MAX_FAULTS)}`,
);
