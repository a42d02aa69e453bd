import { NO_USAGE, type Usage } from '@callpoint/alerts/plan/allowance';
import type { Channel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { getDialect, type JsonColumns } from '../db/dialect.ts';
import { prepared } from '../db/queries/prepared.ts';
import type { Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';

/** Counters of sent messages, one row for each subscriber and channel. */

export type StoredUsage = {
  teamId: number;
  channel: Channel;
  /** The newest day that any process has counted. */
  day: string;
  usage: Usage;
  isNear: boolean;
  heldAt: string | null;
};

type UsageRow = Omit<Row<'sending_usage'>, 'channel'> & { channel: Channel };

const KEYS: JsonColumns = { team_id: 'integer', channel: 'text', day: 'text' };

const COUNTERS = ['messages', 'recipients', 'own_messages', 'own_recipients'] as const;

const lockRows = prepared<{ keys: string }, UsageRow>((db, param) => {
  const isNewDay = sql`excluded.day > sending_usage.day`;
  const counts = COUNTERS.map(
    (name) =>
      sql`${sql.ref(name)} = case when ${isNewDay} then 0 else ${sql.ref(`sending_usage.${name}`)} end`,
  );
  return sql<UsageRow>`
    insert into sending_usage (team_id, channel, day, messages, recipients, own_messages, own_recipients, is_near)
    select team_id, channel, day, 0, 0, 0, 0, 0 from ${getDialect(db).jsonRows(param('keys'), 'wanted', KEYS)}
    where true order by team_id, channel
    on conflict (team_id, channel) do update set ${sql.join(counts)},
      day = case when ${isNewDay} then excluded.day else sending_usage.day end
    returning team_id, channel, day, messages, recipients, own_messages, own_recipients, is_near, held_at`;
});

/**
 * Returns today's counters, locked until the end of the transaction. Locks them in the order of subscribers, so that two
 * processes never wait for each other. Call it before the transaction locks messages or reachability marks.
 */
export async function lockUsage(
  tx: Db,
  keys: readonly { teamId: number; channel: Channel }[],
  now: Date,
): Promise<StoredUsage[]> {
  const day = toUtcDay(now);
  const unique = new Map(keys.map(({ teamId, channel }) => [`${teamId} ${channel}`, { teamId, channel }]));
  const rows = [...unique.values()].map(({ teamId: team_id, channel }) => ({ team_id, channel, day }));
  return (await lockRows(tx, { keys: JSON.stringify(rows) })).map(storedUsage);
}

/** Today's counters, not locked. A channel without a counted message is missing. */
export async function readUsage(db: Db, teamId: number, now: Date): Promise<StoredUsage[]> {
  const rows = await db.selectFrom('sending_usage').selectAll().where('team_id', '=', teamId).execute();
  const day = toUtcDay(now);
  return rows.map((row) => {
    const stored = storedUsage(row as UsageRow);
    return stored.day < day ? { ...stored, day, usage: { ...NO_USAGE } } : stored;
  });
}

function storedUsage(row: UsageRow): StoredUsage {
  return {
    teamId: row.team_id,
    channel: row.channel,
    day: row.day,
    usage: {
      messages: row.messages,
      recipients: row.recipients,
      ownMessages: row.own_messages,
      ownRecipients: row.own_recipients,
    },
    isNear: row.is_near === 1,
    heldAt: row.held_at,
  };
}

/** The day of a time in UTC, `2026-11-21`. */
export function toUtcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

const COLUMNS: JsonColumns = {
  team_id: 'integer',
  channel: 'text',
  messages: 'integer',
  recipients: 'integer',
  own_messages: 'integer',
  own_recipients: 'integer',
  is_near: 'integer',
  held_at: 'timestamptz',
};

const saveRows = prepared<{ rows: string }, never>(
  (db, param) => sql<never>`
    update sending_usage set messages = counted.messages, recipients = counted.recipients,
      own_messages = counted.own_messages, own_recipients = counted.own_recipients,
      is_near = counted.is_near, held_at = counted.held_at
    from ${getDialect(db).jsonRows(param('rows'), 'counted', COLUMNS)}
    where sending_usage.team_id = counted.team_id and sending_usage.channel = counted.channel`,
);

/** Stores counters that this transaction has locked. */
export async function saveUsage(tx: Db, counted: readonly StoredUsage[]): Promise<void> {
  if (counted.length === 0) return;
  const rows = counted.map(({ teamId, channel, usage, isNear, heldAt }) => ({
    team_id: teamId,
    channel,
    messages: usage.messages,
    recipients: usage.recipients,
    own_messages: usage.ownMessages,
    own_recipients: usage.ownRecipients,
    is_near: isNear ? 1 : 0,
    held_at: heldAt,
  }));
  await saveRows(tx, { rows: JSON.stringify(rows) });
}
