import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { defineCall, defineCalls } from './call.ts';
import { SUBMISSION_KINDS } from './catalogue.ts';
import { moment } from './fields.ts';

/**
 * What an open console is told while it is open: that something has changed, by ids and never with what it says. Who
 * hears of it reads the row by the usual calls. Each message of the stream is one of these as JSON.
 */

const id = z.number().int();
const submission = {
  team_id: id,
  submission: z.enum(SUBMISSION_KINDS),
  /** The button or the form. */
  item_id: id,
  id,
  at: moment,
  /** It was told before this stream began, and may be known already. */
  before: z.literal(true).optional(),
};

/** Something of a subscriber has changed. */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('submission.created'), ...submission }),
  z.object({ kind: z.literal('submission.deleted'), ...submission }),
  z.object({ kind: z.literal('submission.opened'), ...submission }),
  /** Nobody was told of a submission, or that has been seen to. */
  z.object({ kind: z.literal('alarm.raised'), alarm_id: id, ...submission }),
  z.object({ kind: z.literal('alarm.closed'), alarm_id: id, ...submission }),
  /** Messages of these submissions have another state by now; of none where they are tests. */
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
  /** The first message. One more (`beat`) comes at least every `beat_ms` milliseconds: without it the stream is dead. */
  z.object({ kind: z.literal('hello'), ok: z.literal(true), beat_ms: z.number().int() }),
  z.object({ kind: z.literal('beat') }),
  /** Something may have been missed: read again what is shown. */
  z.object({ kind: z.literal('refetch') }),
  /** The session has ended; the last message. */
  z.object({ kind: z.literal('ended'), msg: z.string() }),
]);

/** One message of the stream. */
export type LiveMessage = LiveEvent | z.infer<typeof control>;

/** The query of the stream: the token alone, which the guard reads. */
export const eventsQuery = z.object({});

/** Server-sent events: `data:` lines, each one message. */
export const eventsResponse = z
  .string()
  .describe('`data:` with one JSON message each: `hello` first, then what changes, and `beat`s.');

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
    summary: 'Receive events immediately when something is received or changes',
    description:
      'Server-sent events, until either side closes: `data:` lines, each one JSON message with its `kind`. They carry ids, no personal data: read the row by its own call. The first is `hello`; at least one (`beat`) is sent every `beat_ms`; after `refetch` read again what you show; `ended` is the last one of a session that has ended. A client that reads too slowly is dropped.',
    example: {
      query: {},
      response:
        'data: {"kind":"hello","ok":true,"beat_ms":15000}\n\ndata: {"kind":"submission.created","team_id":1,"submission":"button","item_id":5,"id":1,"at":"2026-11-21T08:14:07.000Z"}\n\n',
    },
  }),
}));
