import type { Writable } from 'node:stream';
import type { LiveMessage } from '@callpoint/contract/live-events';

/** Whose stream it is: an administrator's receives events of every subscriber, a subscriber's only its own. */
export type Listener = {
  role: 'admin' | 'team';
  accountId: number;
  sessionId: number;
  /** The network that it comes from, for limits. */
  network: string;
  teamId: number | 'all';
};

/** A client with so many unread characters is too slow: it is dropped, and refetches everything when it reconnects. */
const MOST_WAITING = 64 * 1024;

/**
 * Longer writes are replaced by a `refetch`. However quickly a client reads, nothing is sent before the tick of the
 * event loop has finished, and a busy moment must not look like a slow client.
 */
const LONGEST_WRITE = 16 * 1024;

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

  /** True if this stream may receive what belongs to the subscriber. */
  mayReceive(teamId: number): boolean {
    return this.listener.teamId === 'all' || this.listener.teamId === teamId;
  }

  /** Writes one or more messages in the form of `wire`. Nothing waits for it. */
  write(text: string): void {
    if (text === '' || this.#sink.destroyed || this.#sink.writableEnded) return;
    this.#sink.write(text.length > LONGEST_WRITE ? wire({ kind: 'refetch' }) : text);
    if (this.#sink.writableLength > MOST_WAITING) this.#sink.destroy();
  }

  /** Closes the stream, after a last message if there is one. */
  end(last: LiveMessage | null = null): void {
    if (last) this.write(wire(last));
    if (!this.#sink.destroyed) this.#sink.end();
  }
}
