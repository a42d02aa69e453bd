import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { defineCall, defineCalls } from './call.ts';
import { SUBMISSION_KINDS } from './catalog.ts';
import { FAILURE_CODES } from './error-codes.ts';
import { EVENT_POSITION_HEADER } from './event-position.ts';
import { timestamp } from './fields.ts';

/**
 * The events that an open console receives. An event has the ids of what changed, never the content: the console
 * reads the rows with the usual calls. Each message of the stream is one of these as JSON.
 */

const id = z.number().int();
const submission = {
  team_id: id,
  submission: z.enum(SUBMISSION_KINDS),
  /** The button or the form. */
  item_id: id,
  id,
  at: timestamp,
  /** The event is older than this stream, so the client may know it already. */
  before: z.literal(true).optional(),
};

/** Data of a subscriber has changed. */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('submission.created'), ...submission }),
  z.object({ kind: z.literal('submission.deleted'), ...submission }),
  /** A deleted submission is in the lists again. */
  z.object({ kind: z.literal('submission.restored'), ...submission }),
  z.object({ kind: z.literal('submission.opened'), ...submission }),
  /** The phone sent a better location. */
  z.object({ kind: z.literal('submission.moved'), ...submission }),
  /** A submission notified no one, or its alarm was handled. */
  z.object({ kind: z.literal('alarm.raised'), alarm_id: id, ...submission }),
  z.object({ kind: z.literal('alarm.closed'), alarm_id: id, ...submission }),
  /** An incident was opened, or something about it has changed. */
  z.object({ kind: z.literal('incident.changed'), incident_id: id, ...submission }),
  /** Messages of these submissions have a new state; the list is empty for test messages. */
  z.object({
    kind: z.literal('delivery.changed'),
    team_id: id,
    submission: z.enum(SUBMISSION_KINDS),
    ids: z.array(id),
    before: z.literal(true).optional(),
  }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** About the stream itself. */
const control = z.discriminatedUnion('kind', [
  /** The first message. A `beat` follows at least every `beat_ms` milliseconds; without one, the stream is dead. */
  z.object({
    kind: z.literal('hello'),
    ok: z.literal(true),
    beat_ms: z.number().int(),
    /** The requested `since`, if this process knows it: everything after it follows, or a `refetch`. */
    since: z.string().optional(),
  }),
  z.object({ kind: z.literal('beat') }),
  /** Events may have been missed: the client must refetch what it shows. */
  z.object({ kind: z.literal('refetch') }),
  /** The session is no longer valid; `msg` and `code` are those of a rejected call. The last message. */
  z.object({ kind: z.literal('ended'), msg: z.string(), code: z.enum(FAILURE_CODES).optional() }),
]);

/** One message of the stream. */
const liveMessage = z.union([liveEvent, control]);
export type LiveMessage = z.infer<typeof liveMessage>;

const eventsQuery = z.object({
  since: z
    .string()
    .max(64)
    .optional()
    .describe(
      `The stream starts with the events after this position: a \`${EVENT_POSITION_HEADER}\` header of a response.`,
    ),
});

/** Server-sent events: `data:` lines, each one message. */
const eventsResponse = z
  .string()
  .describe('`data:` lines with one JSON message each: first `hello`, then events and `beat`s.');

export const liveEventCalls = defineCalls(() => ({
  listen: defineCall({
    name: 'listenToEvents',
    method: 'GET',
    path: '/events',
    bases: CONSOLE_BASES,
    permission: 'event.listen',
    query: eventsQuery,
    response: eventsResponse,
    streams: 'text/event-stream',
    message: liveMessage,
    summary: 'Live events about what is received or changes',
    description:
      'Server-sent events, until either side closes the stream: `data:` lines, each with one JSON message that has a `kind`. Messages contain ids and no personal data: read the row with its own call. The first message is `hello`; a `beat` is sent at least every `beat_ms` milliseconds; after `refetch`, read again what you show; with `since`, it starts with everything after that position, if `hello` repeats it; `ended` is the last message, after the session has expired or was revoked; its `code` is that of a 401. A client that reads too slowly is disconnected.',
    example: {
      query: {},
      response:
        'data: {"kind":"hello","ok":true,"beat_ms":15000}\n\ndata: {"kind":"submission.created","team_id":1,"submission":"button","item_id":5,"id":1,"at":"2026-11-21T08:14:07.000Z"}\n\n',
    },
  }),
}));
