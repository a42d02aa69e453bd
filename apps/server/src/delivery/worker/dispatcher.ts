import type { Channel } from '@callpoint/alerts/messages';
import type { Holdings } from './claimed-messages.ts';
import type { IllLanes } from './lane-health.ts';
import { attempt } from './attempt.ts';
import type { Holding } from './channel-queue.ts';
import { mayLeave } from './concurrency.ts';
import { resultOf } from '../queue/record-results.ts';
import type { Sender } from '../channels/channel.ts';

type Needs = {
  held: Holdings;
  ill: IllLanes;
  now: () => Date;
  random: () => number;
  /** False once the worker has stopped. */
  maySend: () => boolean;
  /** A message has its result, and another may have left in its place. */
  onResult: () => void;
};

/** What of the messages that a worker holds leaves when, and what is learnt of each. */
export class Departures {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Sends as many of the held messages of a channel as there are places for. */
  sendNext(channel: Channel, sender: Sender): void {
    const { held, ill, maySend } = this.#needs;
    if (!maySend()) return;
    // All SMS go the same way.
    const isSlow = channel === 'email' ? (lane: string) => ill.isSlow(lane) : null;
    const line = held.lineOf(channel);
    for (;;) {
      const onTheirWay = line.onTheirWay();
      const next = line.next((one) => {
        const apart = this.#goesApart(sender, one);
        return mayLeave(sender, onTheirWay, { ...one, apart }, isSlow);
      });
      if (!next) return;
      this.#send(sender, next);
    }
  }

  #goesApart({ apart = 0 }: Sender, { lane, urgent }: { lane: string; urgent: boolean }): boolean {
    return apart > 0 && !urgent && this.#needs.ill.goesApart(lane);
  }

  #send(sender: Sender, holding: Holding): void {
    const { held, ill, now, random, onResult } = this.#needs;
    const { message, abort } = holding;
    const sentAt = now();
    const apart = this.#goesApart(sender, { lane: message.lane, urgent: message.priority === 0 });
    held.lineOf(message.channel).leaves(holding, { since: sentAt.getTime(), apart });
    const from = performance.now();
    const isOurs = () => holding.leaseUntil > now().getTime();
    attempt(sender, message, { abort, isOurs, apart }, (outcome) => {
      const took = { began: sentAt.toISOString(), ended: now(), ms: performance.now() - from };
      held.ended(holding, resultOf(message, outcome, took, random));
      const broke = outcome.kind !== 'sent' && outcome.broke === true;
      ill.ended(message.lane, { ms: took.ms, broke }, took.ended.getTime());
      this.sendNext(message.channel, sender);
      onResult();
    });
  }
}
