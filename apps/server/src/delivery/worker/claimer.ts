import { perChannel, type Channel } from '@callpoint/contract/channels/channels';
import type { Db } from '../../db/tables.ts';
import { isUnreachable } from '../../db/unreachable.ts';
import type { ChannelAdapter, ChannelAdapters } from '../channels/channel.ts';
import { errorForLog, type DeliveryLog } from '../channels/delivery-log.ts';
import { DRIVER } from '../channels/channels.ts';
import { claim, type ClaimCapacity, type ClaimedMessage, type LaneCapacities } from '../queue/claim.ts';
import { claimWithinLanes, laneScans, type LaneScans } from '../queue/claim-within-lanes.ts';
import { LEASE_MS } from '../queue/lease.ts';
import type { ClaimedMessages } from './claimed-messages.ts';
import { prefetchCapacity } from './concurrency.ts';
import type { LaneHealth } from './lane-health.ts';

/** The messages of one claim, and the capacity at that time. */
export type ClaimedBatch = {
  channel: Channel;
  adapter: ChannelAdapter;
  messages: readonly ClaimedMessage[];
  leaseUntil: Date;
  capacity: ClaimCapacity;
  lanes: LaneCapacities | null;
  /** There may be further messages that the claim has not looked at. */
  isPartial: boolean;
};

/** Completes texts that are different for each attempt, on the connection or in the transaction of the claim. */
export type Personalize = (db: Db, messages: readonly ClaimedMessage[]) => Promise<ClaimedMessage[]>;

/** Claims as many messages as one worker has capacity for. */
export class Claimer {
  readonly #channels: ChannelAdapters;
  readonly #claimed: ClaimedMessages;
  readonly #health: LaneHealth;
  readonly #now: () => Date;
  readonly #personalize: Personalize;
  readonly #log: DeliveryLog;
  readonly #scans: Readonly<Record<Channel, LaneScans>> = perChannel(laneScans);

  constructor(
    channels: ChannelAdapters,
    claimed: ClaimedMessages,
    health: LaneHealth,
    now: () => Date,
    personalize: Personalize,
    log: DeliveryLog,
  ) {
    this.#channels = channels;
    this.#claimed = claimed;
    this.#health = health;
    this.#now = now;
    this.#personalize = personalize;
    this.#log = log;
  }

  /**
   * Claims messages of a channel on a connection or in a transaction; null where the channel cannot send, or there is no
   * capacity. `finished`: how many claimed messages have a recorded result after the commit.
   */
  async claim(db: Db, channel: Channel, finished = 0): Promise<ClaimedBatch | null> {
    const adapter = this.#channels[channel];
    if (!adapter) return null;
    const capacity = prefetchCapacity(adapter, this.#claimed.sizeOf(channel) - finished);
    if (capacity.all <= 0) return null;
    const now = this.#now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const lanes = this.#laneCapacities(channel, adapter);
    const { messages: claimed, isPartial } = lanes
      ? await claimWithinLanes(db, channel, capacity, now, leaseUntil, lanes, this.#scans[channel])
      : { messages: await claim(db, channel, capacity, now, leaseUntil), isPartial: false };
    const messages = await this.#personalizeAll(db, claimed);
    return { channel, adapter, messages, leaseUntil, capacity, lanes, isPartial };
  }

  /**
   * The messages as they are sent. Outside of a transaction they are claimed already: one whose text cannot be completed must not
   * keep the others from being sent. It is tried again when its lease has expired.
   */
  async #personalizeAll(db: Db, claimed: readonly ClaimedMessage[]): Promise<ClaimedMessage[]> {
    try {
      return await this.#personalize(db, claimed);
    } catch (error) {
      if (db.isTransaction || isUnreachable(error)) throw error;
      const completed: ClaimedMessage[] = [];
      for (const one of claimed) {
        try {
          completed.push(...(await this.#personalize(db, [one])));
        } catch (fault) {
          if (isUnreachable(fault)) throw fault;
          this.#log.error(
            { delivery: one.id, fault: errorForLog(fault) },
            'the text of a message was not completed',
          );
        }
      }
      // Not only one message: what is wrong concerns all of them.
      if (completed.length === 0 && claimed.length > 1) throw error;
      return completed;
    }
  }

  /**
   * True where the claim filled a lane, so that messages of other lanes may be waiting behind its messages, or where it has
   * not looked at all messages.
   */
  mayHaveMore({ channel, adapter, messages, capacity, lanes, isPartial }: ClaimedBatch): boolean {
    const most = messages.some(({ priority }) => priority === 0) ? capacity.all : capacity.ordinary;
    if (!lanes || messages.length === 0 || messages.length >= most) return false;
    return isPartial || countFull(this.#laneCapacities(channel, adapter)) > countFull(lanes);
  }

  /** True where the claim found nothing and a lane is full: it has read many messages that wait for the lane. */
  foundFullLanes({ messages, lanes }: ClaimedBatch): boolean {
    return messages.length === 0 && countFull(lanes) > 0;
  }

  /** Null where the channel has a single lane: there is nothing to share. */
  #laneCapacities(channel: Channel, { concurrency }: ChannelAdapter): LaneCapacities | null {
    if (DRIVER[channel].laneOf === null) return null;
    return this.#health.capacities(
      concurrency,
      this.#claimed.queueOf(channel).laneUses(),
      this.#now().getTime(),
    );
  }
}

/** The number of full lanes; for emergencies a lane counts separately. */
function countFull(capacities: LaneCapacities | null): number {
  return (capacities?.lanes ?? []).reduce(
    (sum, { free, urgent }) => sum + (free === 0 ? 1 : 0) + (urgent === 0 ? 1 : 0),
    0,
  );
}
