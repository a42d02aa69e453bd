import type { Channel } from '@callpoint/contract/channels/channels';
import type { ChannelAdapter } from '../channels/channel.ts';
import { DRIVER } from '../channels/channels.ts';
import { buildAttemptResult } from '../queue/record-results.ts';
import { runAttempt, type ReasonNotToSend } from './attempt.ts';
import type { ClaimedEntry } from './channel-queue.ts';
import type { ClaimedMessages } from './claimed-messages.ts';
import { mayDispatch } from './concurrency.ts';
import type { LaneHealth } from './lane-health.ts';

type Needs = {
  claimed: ClaimedMessages;
  health: LaneHealth;
  now: () => Date;
  random: () => number;
  reasonNotToSend: ReasonNotToSend;
  /** False after the worker has stopped. */
  maySend: () => boolean;
  /** Called when a message has its result. Its slot may already have another message. */
  onResult: () => void;
};

/** Sends the claimed messages of a worker when slots are free, and reports each result. */
export class Dispatcher {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Sends as many of a channel's claimed messages as there are free slots. */
  dispatchNext(channel: Channel, adapter: ChannelAdapter): void {
    const { claimed, health, maySend } = this.#needs;
    if (!maySend()) return;
    const isSlow = DRIVER[channel].laneOf === null ? null : (lane: string) => health.isSlow(lane);
    const queue = claimed.queueOf(channel);
    for (;;) {
      const inFlight = queue.inFlight();
      const next = queue.next((one) => {
        const isIsolated = this.#isIsolated(adapter, one);
        return mayDispatch(adapter, inFlight, { ...one, isIsolated }, isSlow);
      });
      if (!next) return;
      this.#send(adapter, next);
    }
  }

  #isIsolated(
    { isolatedConcurrency = 0 }: ChannelAdapter,
    { lane, urgent }: { lane: string; urgent: boolean },
  ): boolean {
    return isolatedConcurrency > 0 && !urgent && this.#needs.health.isIsolated(lane);
  }

  #send(adapter: ChannelAdapter, entry: ClaimedEntry): void {
    const { claimed, health, now, random, reasonNotToSend, onResult } = this.#needs;
    const { message, abort } = entry;
    const startedAt = now();
    const isIsolated = this.#isIsolated(adapter, { lane: message.lane, urgent: message.priority === 0 });
    claimed.queueOf(message.channel).markDispatched(entry, { since: startedAt.getTime(), isIsolated });
    const from = performance.now();
    const isOwned = () => entry.leaseUntil > now().getTime();
    runAttempt(adapter, message, { abort, isOwned, isIsolated, reasonNotToSend }, (outcome) => {
      const times = { startedAt: startedAt.toISOString(), endedAt: now(), ms: performance.now() - from };
      claimed.addResult(entry, buildAttemptResult(message, outcome, times, random));
      const brokeConnection = outcome.kind !== 'sent' && outcome.brokeConnection === true;
      health.recordAttempt(message.lane, { ms: times.ms, brokeConnection }, times.endedAt.getTime());
      this.dispatchNext(message.channel, adapter);
      onResult();
    });
  }
}
