import { sql } from 'kysely';
import type { PlannedMessage } from '@callpoint/alerts/messages';
import { databaseKind } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';

/**
 * Who has replied STOP to an SMS. That is between a number and one sender: it holds for every subscriber whose
 * messages come from there, and not for another sender.
 */

type Stopped = { number: string; stopped_at: string };

const findStopped = prepared<{ sender: string; numbers: string }, Stopped>((db, param) => {
  const among =
    databaseKind(db) === 'postgres'
      ? sql`select json_array_elements_text(${param('numbers')}::json)`
      : sql`select value from json_each(${param('numbers')})`;
  return sql<Stopped>`select number, stopped_at from sms_stop
    where sender = ${param('sender')} and number in (${among})`;
});

/** Those of `numbers` (E.164) that have replied STOP to `sender`, and when; none where SMS are not configured. */
export async function stoppedAmong(
  db: Db,
  sender: string | null,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sender === null || numbers.length === 0) return new Map();
  const rows = await findStopped(db, { sender, numbers: JSON.stringify(numbers) });
  return new Map(rows.map(({ number, stopped_at }) => [number, stopped_at]));
}

/** The numbers to which a plan would send SMS. */
export function smsNumbers(messages: readonly PlannedMessage[]): string[] {
  return messages.flatMap(({ channel, address, skipped }) =>
    channel === 'sms' && skipped === null ? [address] : [],
  );
}
