import type { LimitedSubscriber } from '@callpoint/contract/overview';
import { MAX_LIMITED_SHOWN } from '@callpoint/contract/overview-limits';
import { platformQuery, type PlatformDb } from '../../db/handles/platform.ts';
import { countReleasable } from '../../delivery/queue/held/held-messages.ts';
import { DAY } from '../../scheduling/durations.ts';

type Row = { team_id: number; account_name: string; held_at: string | null };

const findLimited = platformQuery<{ since: string; most: number }, Row>((db, param) =>
  db
    .selectFrom('sending_usage')
    .innerJoin('team', 'team.id', 'sending_usage.team_id')
    .select(['sending_usage.team_id', 'team.account_name', 'sending_usage.held_at'])
    .where('sending_usage.held_at', '>=', param('since'))
    .orderBy('sending_usage.held_at', 'desc')
    .limit(param('most')),
);

/** Subscribers with messages that are held by a limit and can still be released, the newest first. */
export async function readLimitedSubscribers(db: PlatformDb, now: Date): Promise<LimitedSubscriber[]> {
  // Older held messages cannot be released.
  const since = new Date(now.getTime() - DAY).toISOString();
  // Each subscriber has a row for each channel.
  const rows = await findLimited(db, { since, most: 2 * MAX_LIMITED_SHOWN });
  const names = new Map(rows.map(({ team_id, account_name }) => [team_id, account_name]));
  const limited: LimitedSubscriber[] = [];
  for (const [team_id, account_name] of [...names].slice(0, MAX_LIMITED_SHOWN)) {
    const counts = Object.values(await countReleasable(db, team_id, now));
    const held = counts.reduce((sum, count) => sum + count, 0);
    if (held > 0) limited.push({ team_id, account_name, held });
  }
  return limited;
}
