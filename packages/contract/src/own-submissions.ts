import { z } from 'zod';
import { EXAMPLE_CLIENT_ID, EXAMPLE_LOCATION, EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { SUBMISSION_KINDS } from './catalog.ts';
import { CHANNELS } from './channels/channels.ts';
import { doneResponse } from './errors.ts';
import { clientId, location, timestamp } from './fields.ts';
import { INCIDENT_STATES } from './incident-states.ts';
import { messageCounts } from './submissions.ts';

/** The calls with which a phone shows the delivery status of its own submissions, and corrects their location. */

/** Seconds after a submission was received in which the phone may send a better location. */
export const LOCATION_UPDATES_FOR_S = 150;
/** The most locations of one submission. */
export const LOCATION_UPDATES = 30;

const recipients = z.object({
  role: z.enum(['team', 'user', 'consultancy']).describe('`user`: the person who submitted it.'),
  channel: z.enum(CHANNELS),
  messages: messageCounts,
});
export type Recipients = z.infer<typeof recipients>;

const ownSubmission = z.object({
  kind: z.enum(SUBMISSION_KINDS),
  id: z.number().int(),
  client_id: z.string(),
  item_id: z.number().int().describe('The id of the button or form.'),
  created_at: timestamp.describe('When the server received it.'),
  pressed_at: timestamp.nullable().describe('When it was submitted; null if the phone did not send it.'),
  location: location.nullable(),
  company: z.string().describe('Forms only; otherwise empty.'),
  message: z.string().describe('Forms only; otherwise empty.'),
  alert: z.string().describe('The text for the phone’s screen.'),
  opened_at: timestamp.nullable().describe('When someone first opened it in the console.'),
  incident: z
    .object({
      state: z.enum(INCIDENT_STATES),
      owner: z.string().nullable().describe('The name of who acknowledged it.'),
      acknowledged_at: timestamp.nullable(),
      eta_at: timestamp.nullable(),
      on_the_way_at: timestamp.nullable(),
      arrived_at: timestamp.nullable(),
      closed_at: timestamp.nullable(),
      safe_at: timestamp.nullable(),
      is_drill: z.boolean(),
      is_unnotified: z
        .boolean()
        .describe(
          'No one has acknowledged it, and no message of the press or of a step has notified anyone.',
        ),
    })
    .nullable()
    .describe('Null for a submission that needs no answer.'),
  recipients: z.array(recipients).describe('The messages about it, without the addresses.'),
});
export type OwnSubmission = z.infer<typeof ownSubmission>;

const ownSubmissionQuery = z.object({ client_id: clientId });
const ownSubmissionResponse = z.object({ ok: z.literal(true), data: ownSubmission });

const POSITION = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_(button|form)_\d{1,10}$/;
const ownSubmissionsQuery = z.object({
  older: z
    .string()
    .regex(POSITION, 'must be a position that this list returned')
    .optional()
    .describe('The position that a response named as `older`: the page starts there.'),
});
const ownSubmissionsResponse = z.object({
  ok: z.literal(true),
  items: z.array(ownSubmission),
  older: z.string().nullable().describe('The position of the next, older page; null for none.'),
});

const updateLocationBody = z.strictObject({
  client_id: clientId,
  location,
});

const EXAMPLE: OwnSubmission = {
  kind: 'button',
  id: 1,
  client_id: EXAMPLE_CLIENT_ID,
  item_id: 5,
  created_at: EXAMPLE_TIME,
  pressed_at: EXAMPLE_TIME,
  location: EXAMPLE_LOCATION,
  company: '',
  message: '',
  alert: 'We are calling you, Ann Lee.',
  opened_at: null,
  incident: null,
  recipients: [
    { role: 'team', channel: 'sms', messages: { failed: 0, held: 0, pending: 0, sent: 0, delivered: 2 } },
  ],
};

const MISSING = {
  404: {
    description: 'The app user has no such submission.',
    msg: 'The submission does not exist.',
    field: 'client_id',
  },
} as const;

export const ownSubmissionCalls = defineCalls(() => ({
  read: defineCall({
    name: 'getSubmission',
    method: 'GET',
    path: '/submission',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    query: ownSubmissionQuery,
    response: ownSubmissionResponse,
    errors: MISSING,
    summary: 'The delivery status of one of the app user’s own submissions',
    description: 'How many people were notified, and whether someone opened it.',
    example: { query: { client_id: EXAMPLE_CLIENT_ID }, response: { ok: true, data: EXAMPLE } },
  }),
  list: defineCall({
    name: 'listOwnSubmissions',
    method: 'GET',
    path: '/listPaged/submission',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    query: ownSubmissionsQuery,
    response: ownSubmissionsResponse,
    summary: 'The app user’s own submissions, newest first',
    description: 'Send `older` of a response to read the next page.',
    example: { query: {}, response: { ok: true, items: [EXAMPLE], older: null } },
  }),
  updateLocation: defineCall({
    name: 'updateLocation',
    method: 'POST',
    path: '/location',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    body: updateLocationBody,
    response: doneResponse,
    errors: {
      ...MISSING,
      409: {
        description: `The submission was received more than ${LOCATION_UPDATES_FOR_S} seconds ago, or has ${LOCATION_UPDATES} locations.`,
        msg: 'The location of this submission is final.',
        field: 'client_id',
      },
    },
    audited: false,
    summary: 'Send a better location of a submission',
    description:
      'Replaces the location; the earlier ones stay in the record. The link in the messages shows the newest one.',
    example: {
      body: { client_id: EXAMPLE_CLIENT_ID, location: EXAMPLE_LOCATION },
      response: { ok: true, msg: 'Location updated.' },
    },
  }),
}));
