import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import { lateNote } from '@callpoint/alerts/plan/send-note';
import { submittedAt } from '@callpoint/alerts/templates/values';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { Db } from '../../../db/tables.ts';
import { reasonColumns } from '../../channels/message-reason.ts';
import type { LiveEvents } from '../../../events/live-events.ts';
import { changePublisher } from '../../../events/publish-changes.ts';
import { admitMessages } from '../../../sending-limits/admit-messages.ts';
import { limitedMessage } from '../../../sending-limits/counted-messages.ts';
import {
  updateHeldReasons,
  findReleasable,
  releaseMessages,
  type HeldMessage,
  type HeldPosition,
  type ReleasedMessage,
} from './held-messages.ts';
import { noteOccasions } from '../note-occasion.ts';
import { lockUsage } from '../../../sending-limits/usage-store.ts';

/** Messages of one transaction: few enough not to delay a press. */
const BATCH_SIZE = 250;
/** Maximum batches of one call, channel and priority: far more messages than the limits allow to send. */
const MAX_BATCHES = 400;

/** `all`: an administrator releases everything. `allowed`: as far as the limits allow now. */
export type ReleaseMode = 'all' | 'allowed';

export type ReleaseHeld = (teamId: number, mode: ReleaseMode) => Promise<number>;

/** Returns a function that releases messages, publishes them and wakes the delivery. It returns their number. */
export function createHeldReleaser({
  db,
  live,
  wakeDelivery,
}: {
  db: Db;
  live: Pick<LiveEvents, 'publish'>;
  /** Called after a commit that released messages. */
  wakeDelivery: () => void;
}): ReleaseHeld {
  const publish = changePublisher(live);
  return async (teamId, mode) => {
    const released = await releaseHeld(db, teamId, mode);
    if (released.length > 0) {
      publish(released.map((message) => ({ message })));
      wakeDelivery();
    }
    return released.length;
  };
}

/**
 * Releases a subscriber's messages that are held because of a limit and still within their retry window, emergencies
 * first. Their retry windows are not extended. Returns the released messages.
 */
export async function releaseHeld(
  db: Db,
  teamId: number,
  mode: ReleaseMode,
  now = new Date(),
): Promise<ReleasedMessage[]> {
  const released: ReleasedMessage[] = [];
  for (const priority of [0, 1]) {
    for (const channel of CHANNELS) {
      let after: HeldPosition | null = null;
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const step: Step = await db
          .transaction()
          .execute((tx) => releaseBatch(tx, { teamId, channel, priority, after }, mode, now));
        released.push(...step.released);
        after = step.last;
        if (after === null) break;
      }
    }
  }
  return released;
}

type Queue = { teamId: number; channel: Channel; priority: number; after: HeldPosition | null };
type Step = { released: ReleasedMessage[]; last: HeldPosition | null };

async function releaseBatch(tx: Db, { after, ...queue }: Queue, mode: ReleaseMode, now: Date): Promise<Step> {
  const { teamId, channel } = queue;
  // Locked before the messages are read, so that no message is released and counted twice.
  await lockUsage(tx, [{ teamId, channel }], now);
  const held = await findReleasable(tx, queue, after, BATCH_SIZE, now);
  const messages = held.map((row) => ({ ...limitedMessage(row), teamId, row }));
  const reachedLimits = await admitMessages(tx, messages, now, { isForced: mode === 'all' });
  const admitted = messages.filter((message) => !reachedLimits.has(message));
  await updateHeldReasons(
    tx,
    [...reachedLimits]
      .filter(([{ row }, { code, heldFor }]) => row.held_for !== heldFor || row.reason_code !== code)
      .map(([{ row }, { code, limit, heldFor }]) => ({
        id: row.id,
        held_for: heldFor,
        ...reasonColumns({ code, limit }),
      })),
  );
  return {
    released: admitted.length === 0 ? [] : await releaseAdmitted(tx, teamId, admitted, now),
    last: held.length < BATCH_SIZE ? null : (held.at(-1) ?? null),
  };
}

async function releaseAdmitted(
  tx: Db,
  teamId: number,
  admitted: readonly { row: HeldMessage }[],
  now: Date,
): Promise<ReleasedMessage[]> {
  const team = await tx.selectFrom('team').select('time_zone').where('id', '=', teamId).executeTakeFirst();
  const zone = team?.time_zone ?? DEFAULT_ZONE;
  const occasions = await noteOccasions(
    tx,
    admitted.map(({ row }) => row),
  );
  const messages = admitted.map(({ row }, index) => ({
    id: row.id,
    note: lateNote({
      occasion: occasions[index] ?? 'other',
      occurredAt: submittedAt({ pressedAt: row.pressed_at, receivedAt: row.created_at }),
      now: now.toISOString(),
      zone,
    }),
  }));
  return await releaseMessages(tx, messages, now);
}
