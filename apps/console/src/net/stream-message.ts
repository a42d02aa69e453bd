import type { StreamMessage, StreamPath } from './api-types.ts';

/** One message of an event stream, from its text. The server sends what the contract declares for the stream. */
export function readMessage<Path extends StreamPath<'text/event-stream'>>(text: string): StreamMessage<Path> {
  return JSON.parse(text) as StreamMessage<Path>;
}
