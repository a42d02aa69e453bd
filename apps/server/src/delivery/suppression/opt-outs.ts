import { sql } from 'kysely';
import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import type { Handle } from '../../db/handles/handle.ts';
import { readTogether } from '../../db/queries/read-together.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Numbers that have replied STOP to an SMS. A STOP applies to a number and one of our from-numbers (column `sender`),
 * for every subscriber whose messages are sent from it. It does not apply to other from-numbers.
 */

type Stopped = { number: string; stopped_at: string };

/** How long a provider's rejection applies, in milliseconds: a START may have reached the provider but not us. */
const REJECTION_COUNTS_MS = 24 * 3_600_000;

const selectOptOuts = readTogether<{ sender: string; numbers: string; now: string }, Stopped>(
  { sender: 'text', numbers: 'text', now: 'timestamptz' },
  (_, param, dialect) =>
    sql<Stopped>`select number, stopped_at from sms_stop
      where sender = ${param('sender')} and ${dialect.isOneOf(sql.ref('number'), param('numbers'))}
        and (refused_until is null or refused_until > ${param('now')})`,
);

/** The `numbers` (E.164) that have replied STOP to our from-number, and when; none where SMS are not configured. */
export async function findOptOuts(
  db: Db | Handle,
  from: string | null,
  numbers: readonly string[],
  now = new Date(),
): Promise<ReadonlyMap<string, string>> {
  if (from === null || numbers.length === 0) return new Map();
  const rows = await selectOptOuts(db, {
    sender: from,
    numbers: JSON.stringify(numbers),
    now: now.toISOString(),
  });
  return new Map(rows.map(({ number, stopped_at }) => [number, stopped_at]));
}

/**
 * The provider rejected a message from our number `from` to `number` because of STOP. `since`: when the message became
 * due, ISO 8601.
 */
export type OptOutRejection = { from: string; number: string; since: string; at: string };

/**
 * Stops a number that, according to the provider, has replied STOP: until START, or for a day, after which the next
 * message shows whether it still applies. A START received since then is newer and takes precedence.
 */
export async function recordRejectedByOptOut(
  tx: Db,
  { from: sender, number, since, at }: OptOutRejection,
): Promise<void> {
  const started = tx
    .selectFrom('sms_reply')
    .select('at')
    .where('sender', '=', sender)
    .where('number', '=', number)
    .where('word', '=', 'start')
    .where('at', '>=', since);
  if (await started.executeTakeFirst()) return;
  const refused_until = new Date(Date.parse(at) + REJECTION_COUNTS_MS).toISOString();
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

/** The numbers of planned messages on channels with opt-outs. */
export function optOutCandidates(messages: readonly PlannedMessage[]): string[] {
  return messages.flatMap(({ channel, address, skipped }) =>
    CHANNEL[channel].obeysStop && skipped === null ? [address] : [],
  );
}
