import type { Writable } from 'node:stream';
import type { LiveMessage } from '@callpoint/contract/live-events';

/** Whose stream it is: an administrator's hears of every subscriber, a subscriber's only of its own. */
export type Listener = {
  role: 'admin' | 'team';
  accountId: number;
  sessionId: number;
  /** Where it comes from, for limits. */
  network: string;
  teamId: number | 'all';
};

/** A client that has so many characters left to read is too slow: it is dropped, and reads everything when it is back. */
const MOST_WAITING = 64 * 1024;

/**
 * More than this at once is told as: read again. However quickly a client reads, nothing leaves before the turn of the
 * event loop has ended, and a busy moment must not look like a slow client.
 */
const MOST_AT_ONCE = 16 * 1024;

/** A message as the stream carries it. */
export function wire(message: LiveMessage): string {
  return `data: ${JSON.stringify(message)}\n\n`;
}

/** One open console, written to as server-sent events. */
export class EventStream {
  readonly listener: Listener;
  readonly #sink: Writable;

  constructor(listener: Listener, sink: Writable) {
    this.listener = listener;
    this.#sink = sink;
  }

  /** True where this stream may hear of what belongs to the subscriber. */
  mayHear(teamId: number): boolean {
    return this.listener.teamId === 'all' || this.listener.teamId === teamId;
  }

  /** Writes what `wire` made of one or more messages. Nothing waits for it. */
  write(text: string): void {
    if (text === '' || this.#sink.destroyed || this.#sink.writableEnded) return;
    this.#sink.write(text.length > MOST_AT_ONCE ? wire({ kind: 'refetch' }) : text);
    if (this.#sink.writableLength > MOST_WAITING) this.#sink.destroy();
  }

  /** Ends it, with a last message where there is one. */
  end(last: LiveMessage | null = null): void {
    if (last) this.write(wire(last));
    if (!this.#sink.destroyed) this.#sink.end();
  }
}
