import { sql } from 'kysely';
import type { PlannedMessage } from '@callpoint/alerts/messages';
import { dialectOf } from '../../db/dialect.ts';
import type { PlatformDb } from '../../db/platform.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Who has replied STOP to an SMS. That is between a number and one sender: it holds for every subscriber whose
 * messages come from there, and not for another sender.
 */

type Stopped = { number: string; stopped_at: string };

/** A refusal is believed for so long, in milliseconds: START may have reached the provider and not us. */
const REFUSAL_HOLDS = 24 * 3_600_000;

const findStopped = prepared<{ sender: string; numbers: string; now: string }, Stopped>((db, param) => {
  const among = dialectOf(db).jsonValues(param('numbers'));
  return sql<Stopped>`select number, stopped_at from sms_stop
    where sender = ${param('sender')} and number in (${among})
      and (refused_until is null or refused_until > ${param('now')})`;
});

/** Those of `numbers` (E.164) that have replied STOP to `sender`, and when; none where SMS are not configured. */
export async function stoppedAmong(
  db: Db | PlatformDb,
  sender: string | null,
  numbers: readonly string[],
  now = new Date(),
): Promise<ReadonlyMap<string, string>> {
  if (sender === null || numbers.length === 0) return new Map();
  const rows = await findStopped(db, {
    sender,
    numbers: JSON.stringify(numbers),
    now: now.toISOString(),
  });
  return new Map(rows.map(({ number, stopped_at }) => [number, stopped_at]));
}

/** The provider refused a message to `number` because of STOP; `since`: when the message began to be sent, ISO 8601. */
export type Refused = { sender: string; number: string; since: string; at: string };

/**
 * Stops a number of which the provider says that it has replied STOP: until START, or for a day, after which one more
 * message finds out. A START that has come since is the newer word.
 */
export async function stopRefused(tx: Db, { sender, number, since, at }: Refused): Promise<void> {
  const started = tx
    .selectFrom('sms_reply')
    .select('at')
    .where('sender', '=', sender)
    .where('number', '=', number)
    .where('word', '=', 'start')
    .where('at', '>=', since);
  if (await started.executeTakeFirst()) return;
  const refused_until = new Date(Date.parse(at) + REFUSAL_HOLDS).toISOString();
  await tx
    .insertInto('sms_stop')
    .values({ sender, number, stopped_at: at, refused_until })
    .onConflict((conflict) =>
      conflict
        .columns(['sender', 'number'])
        .doUpdateSet({ refused_until })
        .where('sms_stop.refused_until', 'is not', null),
    )
    .execute();
}

/** The numbers to which a plan would send SMS. */
export function smsNumbers(messages: readonly PlannedMessage[]): string[] {
  return messages.flatMap(({ channel, address, skipped }) =>
    channel === 'sms' && skipped === null ? [address] : [],
  );
}
