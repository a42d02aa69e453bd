import type { Writable } from 'node:stream';
import type { LiveMessage } from '@callpoint/contract/live-events';

/** The owner of a stream: an administrator receives events of every subscriber, a subscriber only its own. */
export type Listener = {
  role: 'admin' | 'team';
  accountId: number;
  sessionId: number;
  /** The client's network, for limits. */
  network: string;
  teamId: number | 'all';
};

/** A client with more unread characters is disconnected as too slow, and refetches everything when it reconnects. */
const MAX_WAITING = 64 * 1024;

/**
 * Longer writes are replaced by a `refetch`. Nothing is sent before the tick of the event loop has finished, even to a
 * fast client, and many events in one tick must not look like a slow client.
 */
const MAX_WRITE = 16 * 1024;

/** A message in the format of the stream. */
export function formatEvent(message: LiveMessage): string {
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

  /** True if this stream may receive events of the subscriber. */
  mayReceive(teamId: number): boolean {
    return this.listener.teamId === 'all' || this.listener.teamId === teamId;
  }

  /** Writes one or more messages in the format of `formatEvent`, without waiting. */
  write(text: string): void {
    if (text === '' || this.#sink.destroyed || this.#sink.writableEnded) return;
    this.#sink.write(text.length > MAX_WRITE ? formatEvent({ kind: 'refetch' }) : text);
    if (this.#sink.writableLength > MAX_WAITING) this.#sink.destroy();
  }

  /** Closes the stream, after a last message if there is one. */
  end(last: LiveMessage | null = null): void {
    if (last) this.write(formatEvent(last));
    if (!this.#sink.destroyed) this.#sink.end();
  }
}
