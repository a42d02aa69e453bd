import type { NewItems, NewItemsQuery } from '@callpoint/contract/overview';
import { MAX_FAULTS_READ, MAX_NEW_COUNTED } from '@callpoint/contract/overview-limits';
import { sql } from 'kysely';
import { platformQuery, type PlatformDb } from '../../db/handles/platform.ts';

/** What is new since then. Each query reads a limited number of rows of an index. */
export async function countNewItems(
  db: PlatformDb,
  { subscribers_since: subscribers, messages_since: messages }: NewItemsQuery,
  now = new Date(),
): Promise<NewItems> {
  const at = now.toISOString();
  return {
    at,
    subscribers: subscribers ? totalOf(await countSubscribers(db, { since: subscribers })) : 0,
    messages: messages ? totalOf(await countMessages(db, { since: messages })) : 0,
  };
}

function totalOf([row]: { total: number }[]): number {
  return Math.min(row?.total ?? 0, MAX_NEW_COUNTED);
}

const MOST = sql.lit(MAX_NEW_COUNTED);

const countSubscribers = platformQuery<{ since: string }, { total: number }>(
  (_, param) => sql<{ total: number }>`
    select cast(count(*) as integer) as total
    from (select 1 from team where created_at > ${param('since')} limit ${MOST}) as newest`,
);

/** A message can fail long after it was planned: the time of its last attempt is when it failed. */
const countMessages = platformQuery<{ since: string }, { total: number }>(
  (_, param) => sql<{ total: number }>`
    select cast(count(*) as integer) as total
    from (
      select id from (
        select id from delivery
        where state = 'failed' and created_at > ${param('since')} and purpose is distinct from 'test'
        limit ${MOST}
      ) as failed
      union
      select id from (
        select id from delivery
        where state = 'held' and created_at > ${param('since')} and purpose is distinct from 'test'
        limit ${MOST}
      ) as held
      union
      select delivery.id
      from (
        select delivery_id from delivery_attempt
        where outcome in ('temporary', 'permanent', 'lost', 'undelivered') and at > ${param('since')}
        order by at desc limit ${sql.lit(MAX_FAULTS_READ)}
      ) as attempt join delivery on delivery.id = attempt.delivery_id
      where delivery.state = 'failed' and delivery.purpose is distinct from 'test'
    ) as newest`,
);
