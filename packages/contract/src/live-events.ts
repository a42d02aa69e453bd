import { z } from 'zod';
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
