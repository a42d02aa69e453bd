import type { KnownRecipient } from '@callpoint/alerts/plan/allowance';
import type { Channel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { getDialect, type JsonColumns } from '../db/dialect.ts';
import { prepared } from '../db/queries/prepared.ts';
import type { Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';
import { recipientKey, type RecipientKey } from './counted-messages.ts';

/** Recipients that count for limits. Their rows change only while the counters of their subscriber are locked. */

type Stored = Omit<Row<'sending_recipient'>, 'channel'> & { channel: Channel };
type Found = Stored & { state: string | null; sent_at: string | null };

export type CountedRecipient = KnownRecipient & { stored: Found | null };

const KEYS: JsonColumns = { team_id: 'integer', channel: 'text', address: 'text' };

const findRows = prepared<{ wanted: string }, Found>(
  (db, param) => sql<Found>`
    select known.team_id, known.channel, known.address, known.day, known.counted_as, known.message_key,
      known.reached_at, delivery.state, delivery.sent_at
    from ${getDialect(db).jsonRows(param('wanted'), 'wanted', KEYS)}
      join sending_recipient as known on known.team_id = wanted.team_id and known.channel = wanted.channel
        and known.address = wanted.address
      left join delivery on delivery.message_key = known.message_key`,
);

/** Recipients by `recipientKey`, including recipients that were never counted. */
export async function readRecipients(
  db: Db,
  wanted: readonly RecipientKey[],
  dayOfChannel: (key: RecipientKey) => string,
): Promise<Map<string, CountedRecipient>> {
  const keys = new Map(wanted.map((key) => [recipientKey(key), key]));
  const rows = [...keys.values()].map(({ teamId: team_id, channel, address }) => ({
    team_id,
    channel,
    address,
  }));
  const found = new Map(
    (await findRows(db, { wanted: JSON.stringify(rows) })).map((row) => [
      recipientKey({ teamId: row.team_id, channel: row.channel, address: row.address }),
      row,
    ]),
  );
  return new Map(
    [...keys].map(([name, key]) => {
      const stored = found.get(name) ?? null;
      const isToday = stored?.day === dayOfChannel(key);
      return [
        name,
        {
          countedAs: stored && isToday ? (stored.counted_as as 'own' | 'external') : null,
          isReached: stored !== null && (stored.reached_at !== null || stored.state === 'sent'),
          stored,
        },
      ];
    }),
  );
}

/**
 * The row after `recipient` was counted on `day`; null if the stored row is the same. `messageKey`: the key of the
 * counted message.
 * @param ofDay whether a different day is a change: only for accounts with a limit of different recipients
 */
export function changedRecipient(
  { teamId, channel, address }: RecipientKey,
  { stored, countedAs }: CountedRecipient,
  messageKey: string,
  day: string,
  ofDay: boolean,
): Stored | null {
  const reached_at = stored?.reached_at ?? (stored?.state === 'sent' ? stored.sent_at : null);
  const mayStillBeSent = stored?.state === 'pending' || stored?.state === 'sending';
  const message_key = reached_at === null ? (mayStillBeSent ? stored.message_key : messageKey) : null;
  const counted_as = countedAs ?? 'external';
  const isSame =
    stored !== null &&
    stored.reached_at === reached_at &&
    stored.message_key === message_key &&
    (!ofDay || (stored.day === day && stored.counted_as === counted_as));
  return isSame ? null : { team_id: teamId, channel, address, day, counted_as, message_key, reached_at };
}

const COLUMNS: JsonColumns = {
  ...KEYS,
  day: 'text',
  counted_as: 'text',
  message_key: 'text',
  reached_at: 'timestamptz',
};

const saveRows = prepared<{ rows: string }, never>(
  (db, param) => sql<never>`
    insert into sending_recipient (team_id, channel, address, day, counted_as, message_key, reached_at)
    select team_id, channel, address, day, counted_as, message_key, reached_at
    from ${getDialect(db).jsonRows(param('rows'), 'counted', COLUMNS)}
    where true on conflict (team_id, channel, address) do update set day = excluded.day,
      counted_as = excluded.counted_as, message_key = excluded.message_key, reached_at = excluded.reached_at`,
);

export async function saveRecipients(tx: Db, rows: readonly Stored[]): Promise<void> {
  if (rows.length > 0) await saveRows(tx, { rows: JSON.stringify(rows) });
}
