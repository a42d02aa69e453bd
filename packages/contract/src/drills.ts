import { z } from 'zod';
import { EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { BUTTON_IDS, type ButtonId } from './catalog.ts';
import { callBody, createIdSchema, timestamp } from './fields.ts';

/** Drills: a press that a subscriber starts in the console to practice. Every text of it starts with `DRILL`. */

/** The start of every text of a drill. */
export const DRILL_PREFIX = 'DRILL';
/** The start of its longer texts. */
export const DRILL_NOTE = `${DRILL_PREFIX}. This is practice: do not call 911`;
/** Drills that one subscriber can start in an hour. */
export const DRILLS_PER_HOUR = 6;

const buttonId = z.literal(BUTTON_IDS as unknown as readonly [ButtonId, ...ButtonId[]], {
  error: `must be one of ${BUTTON_IDS.join(', ')}`,
});

const startDrillBody = callBody({
  button_id: buttonId.describe('The button that is pressed in the drill.'),
  app_user_id: createIdSchema('the app user who presses in the drill'),
});

/** When a button was last drilled, and how long the acknowledgment took, in milliseconds. */
const drillSummary = z.object({
  button_id: z.number().int(),
  last_at: timestamp.nullable(),
  acknowledged_after_ms: z.number().int().nullable(),
});

export const drillCalls = defineCalls(() => ({
  start: defineCall({
    name: 'startDrill',
    method: 'POST',
    path: '/drill',
    bases: ['/tapi/v1'],
    permission: 'incident.drill',
    body: startDrillBody,
    response: z.object({
      ok: z.literal(true),
      msg: z.string(),
      data: z.object({ incident_id: z.number().int(), button_click_id: z.number().int() }),
    }),
    errors: {
      404: {
        description: 'The subscriber has no such app user.',
        msg: 'No such user exists.',
        field: 'app_user_id',
      },
      409: {
        description: 'The button is turned off, or the app user is blocked.',
        msg: 'This button is turned off.',
        field: 'button_id',
      },
      429: {
        description: `More than ${DRILLS_PER_HOUR} drills in an hour.`,
        msg: `You can start ${DRILLS_PER_HOUR} drills an hour. Try again later.`,
      },
    },
    subject: 'incident',
    summary: 'Start a drill',
    description:
      'Stores a press of the app user and sends the messages of a real one, with DRILL at the start of every text. The consultancy and administrators are not notified.',
    example: {
      body: { button_id: 5, app_user_id: 1 },
      response: { ok: true, msg: 'Drill started.', data: { incident_id: 1, button_click_id: 1 } },
    },
  }),
  summary: defineCall({
    name: 'getDrillSummary',
    method: 'GET',
    path: '/drills',
    bases: ['/tapi/v1'],
    permission: 'incident.drill',
    query: z.object({}),
    response: z.object({ ok: z.literal(true), data: z.array(drillSummary) }),
    summary: 'When each button was last drilled',
    example: {
      query: {},
      response: { ok: true, data: [{ button_id: 5, last_at: EXAMPLE_TIME, acknowledged_after_ms: 73_000 }] },
    },
  }),
}));
