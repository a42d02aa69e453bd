import type { HeldByLimit } from '@callpoint/alerts/plan/allowance';
import { CHANNELS, perChannel, type Channel } from '@callpoint/contract/channels/channels';
import { MAX_COUNTED } from '@callpoint/contract/overview-limits';
import { sql } from 'kysely';
import { getDialect, type JsonColumns } from '../../../db/dialect.ts';
import type { PlatformDb } from '../../../db/handles/platform.ts';
import { prepared } from '../../../db/queries/prepared.ts';
import type { Db } from '../../../db/tables.ts';
import { DRIVER } from '../../channels/channels.ts';
import type { ReasonColumns } from '../../channels/message-reason.ts';
import { isOfChannel } from '../of-channel.ts';

/** Messages that are held because of a limit. They can be released within their retry window. */

const IS_LIMITED = sql`held_for in ('limit', 'unconfirmed')`;

/** A released message, with the submission that live events name. */
export type ReleasedMessage = {
  id: number;
  team_id: number;
  button_click_id: number | null;
  form_submission_id: number | null;
};

export type HeldMessage = {
  id: number;
  channel: Channel;
  role: string;
  purpose: string | null;
  address: string;
  priority: number;
  message_key: string;
  held_for: HeldByLimit;
  reason_code: string | null;
  created_at: string;
  button_id: number | null;
  f_id: number | null;
  button_click_id: number | null;
  incident_id: number | null;
  /** When its submission was made, by the phone's clock. */
  pressed_at: string | null;
};

type Window = { teamId: number; channel: Channel; since: string };

/** Messages created before this time are too old to be released. */
function windowStart(channel: Channel, now: Date): string {
  return new Date(now.getTime() - DRIVER[channel].retry.giveUpAfter).toISOString();
}

const countHeld = prepared<Window, { held: number }>(
  (_, param) => sql<{ held: number }>`
    select cast(count(*) as integer) as held from (
      select 1 from delivery where team_id = ${param('teamId')} and ${isOfChannel(param('channel'))}
        and priority in (0, 1) and created_at > ${param('since')} and ${IS_LIMITED} limit ${sql.lit(MAX_COUNTED)}
    ) as counted`,
);

/** How many messages of a subscriber can be released, by channel; each number is at most `MAX_COUNTED`. */
export async function countReleasable(
  db: Db | PlatformDb,
  teamId: number,
  now: Date,
): Promise<Record<Channel, number>> {
  const counts = perChannel(() => 0);
  for (const channel of CHANNELS) {
    const [row] = await countHeld(db, { teamId, channel, since: windowStart(channel, now) });
    counts[channel] = row?.held ?? 0;
  }
  return counts;
}

type Queue = { teamId: number; channel: Channel; priority: number };
/** The last message of a batch. */
export type HeldPosition = Pick<HeldMessage, 'created_at' | 'id'>;

const findHeld = prepared<Queue & HeldPosition & { limit: number }, HeldMessage>(
  (_, param) => sql<HeldMessage>`
    select id, channel, role, purpose, address, priority, message_key, held_for, reason_code, created_at, button_id, f_id,
      button_click_id, incident_id,
      coalesce((select pressed_at from button_click where button_click.id = delivery.button_click_id),
        (select pressed_at from form_submission where form_submission.id = delivery.form_submission_id)) as pressed_at
    from delivery
    where team_id = ${param('teamId')} and ${isOfChannel(param('channel'))} and priority = ${param('priority')}
      and (created_at, id) > (${param('created_at')}, ${param('id')}) and ${IS_LIMITED}
    order by created_at, id limit cast(${param('limit')} as bigint)`,
);

/** Releasable messages of one channel and priority after a position, oldest first. */
export function findReleasable(
  db: Db,
  queue: Queue,
  after: HeldPosition | null,
  limit: number,
  now: Date,
): Promise<HeldMessage[]> {
  const from = after ?? { created_at: windowStart(queue.channel, now), id: 0 };
  return findHeld(db, { ...queue, ...from, limit });
}

const RELEASED_COLUMNS: JsonColumns = { id: 'integer', note: 'text' };

const release = prepared<{ rows: string; at: string }, ReleasedMessage>(
  (db, param) => sql<ReleasedMessage>`
    update delivery set state = 'pending', reason = null, reason_code = null, reason_params = null,
      held_for = null, next_attempt_at = ${param('at')},
      lease_until = null, note = coalesce(released.note, delivery.note)
    from ${getDialect(db).jsonRows(param('rows'), 'released', RELEASED_COLUMNS)}
    where delivery.id = released.id and state = 'held' and ${IS_LIMITED}
    returning delivery.id, team_id, button_click_id, form_submission_id`,
);

/** Releases messages; the subject and the text of a late one start with its note. */
export function releaseMessages(
  tx: Db,
  messages: readonly { id: number; note: string | null }[],
  now: Date,
): Promise<ReleasedMessage[]> {
  return release(tx, { rows: JSON.stringify(messages), at: now.toISOString() });
}

const REASON_COLUMNS: JsonColumns = {
  id: 'integer',
  held_for: 'text',
  reason: 'text',
  reason_code: 'text',
  reason_params: 'text',
};

const changeReasons = prepared<{ rows: string }, never>(
  (db, param) => sql<never>`
    update delivery set held_for = changed.held_for, reason = changed.reason,
      reason_code = changed.reason_code, reason_params = changed.reason_params
    from ${getDialect(db).jsonRows(param('rows'), 'changed', REASON_COLUMNS)}
    where delivery.id = changed.id and delivery.state = 'held'`,
);

/** Updates the reasons of messages that are held because of another limit now. */
export async function updateHeldReasons(
  tx: Db,
  rows: readonly ({ id: number; held_for: HeldByLimit } & ReasonColumns)[],
): Promise<void> {
  if (rows.length > 0) await changeReasons(tx, { rows: JSON.stringify(rows) });
}
