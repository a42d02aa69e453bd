import type { Channel } from '@callpoint/alerts/messages';
import type { Db } from '../../db/tables.ts';
import { claim, type ClaimedMessage, type LaneRooms, type Room } from '../queue/claim.ts';
import type { Holdings } from './claimed-messages.ts';
import type { IllLanes } from './lane-health.ts';
import { LEASE_MS } from '../queue/lease.ts';
import { roomToHold } from './concurrency.ts';
import type { Sender, Senders } from '../channels/channel.ts';

/** What was claimed of a channel, and what there was room for. */
export type Asked = {
  channel: Channel;
  sender: Sender;
  claimed: readonly ClaimedMessage[];
  leaseUntil: Date;
  room: Room;
  lanes: LaneRooms | null;
};

/** Claims for one worker as much as it has room for, beside what it holds. */
export class Claims {
  readonly #channels: Senders;
  readonly #held: Holdings;
  readonly #ill: IllLanes;
  readonly #now: () => Date;

  constructor(channels: Senders, held: Holdings, ill: IllLanes, now: () => Date) {
    this.#channels = channels;
    this.#held = held;
    this.#ill = ill;
    this.#now = now;
  }

  /**
   * Claims messages of a channel on a connection or in a transaction; null where it cannot send, or has no room.
   * `ended`: how many of the messages that are held will not be when that is committed.
   */
  async ask(db: Db, channel: Channel, ended = 0): Promise<Asked | null> {
    const sender = this.#channels[channel];
    if (!sender) return null;
    const room = roomToHold(sender, this.#held.sizeOf(channel) - ended);
    if (room.all <= 0) return null;
    const now = this.#now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const lanes = this.#lanesOf(channel, sender);
    const claimed = await claim(db, channel, room, now, leaseUntil, lanes ?? undefined);
    return { channel, sender, claimed, leaseUntil, room, lanes };
  }

  /** True where a lane has filled up, so that messages of others may wait behind it. */
  mayHaveMore({ channel, sender, claimed, room, lanes }: Asked): boolean {
    const wanted = claimed.some(({ priority }) => priority === 0) ? room.all : room.ordinary;
    if (!lanes || claimed.length === 0 || claimed.length >= wanted) return false;
    return fullLanes(this.#lanesOf(channel, sender)) > fullLanes(lanes);
  }

  #lanesOf(channel: Channel, sender: Sender): LaneRooms | null {
    // All SMS go the same way: there is nothing to share.
    if (channel === 'sms') return null;
    return this.#ill.room(sender.atOnce, this.#held.lineOf(channel).underway(), this.#now().getTime());
  }
}

/** How many lanes are full, those of emergencies counted by themselves. */
function fullLanes(rooms: LaneRooms | null): number {
  return (rooms?.lanes ?? []).reduce(
    (sum, { free, urgent }) => sum + (free === 0 ? 1 : 0) + (urgent === 0 ? 1 : 0),
    0,
  );
}
