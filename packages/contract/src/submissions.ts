import { z } from 'zod';
import { SUBMISSION_KINDS } from './catalog.ts';
import { doneResponse } from './errors.ts';
import {
  callBody,
  createIdSchema,
  location,
  timestamp,
  queryFrom,
  createQueryIdSchema,
  querySearch,
  queryTo,
} from './fields.ts';
import { CHANNELS } from './channels/channels.ts';
import { MESSAGE_STATUSES } from './message-statuses.ts';
import { INCIDENT_OUTCOMES, INCIDENT_STATES } from './incident-states.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** Submissions of app users: button presses and forms. */

export const submitter = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
});

/** How many messages about a submission have each status. Skipped messages are not counted. */
export const messageCounts = z.object({
  failed: z.number().int(),
  held: z.number().int(),
  pending: z.number().int(),
  sent: z.number().int().describe('Accepted by the provider, which has not reported a delivery.'),
  delivered: z.number().int(),
});
export type MessageCounts = z.infer<typeof messageCounts>;

/** The same for a record in a list. */
export const recordMessages = messageCounts.extend({
  held_by_channel: z
    .partialRecord(z.enum(CHANNELS), z.number().int())
    .describe(
      'The held messages whose text is not deleted, by channel: only a configured channel can release them.',
    ),
});
export type RecordMessages = z.infer<typeof recordMessages>;

/** The incident of a press that someone must acknowledge, as its record shows it. */
export const pressIncident = z.object({
  id: z.number().int(),
  state: z.enum(INCIDENT_STATES),
  is_drill: z.boolean(),
  owner: z.string().nullable().describe('The name of who acknowledged it.'),
  eta_at: timestamp.nullable(),
  outcome: z.enum(INCIDENT_OUTCOMES).nullable().describe('How it ended; null while it is open.'),
});
export type PressIncident = z.infer<typeof pressIncident>;

const common = {
  id: z.number().int(),
  team_id: z.number().int(),
  created_at: timestamp,
  location: location.nullable(),
  /** When the button was pressed, by the phone's clock; null if the phone did not send it. */
  pressed_at: timestamp.nullable(),
  /** The text that the phone showed. */
  screen_text: z.string(),
  app_user: submitter.optional().describe('With `related=app_user`.'),
  messages: recordMessages.describe('The messages about it, by delivery status.'),
  opened_at: timestamp.nullable().describe('When it was first opened; null for never.'),
  opened_by: z.enum(['admin', 'team']).nullable().describe('The role that opened it first.'),
  earlier_locations: z
    .array(location.nullable())
    .describe('The locations that a better one replaced, oldest first; null where there was none.'),
};

const openedFilter = z
  .enum(['yes', 'no'], { error: 'must be yes or no' })
  .describe('`no`: only emergencies that are not opened yet; `yes`: only opened ones.');

export const messagesFilter = z
  .enum(MESSAGE_STATUSES, { error: `must be one of ${MESSAGE_STATUSES.join(', ')}` })
  .describe(
    'Only submissions with a message that failed, is held, is pending, was sent, or was reported as delivered; `opened`: that someone opened; `none`: without any message that was or will be sent.',
  );

export const buttonClickList = {
  sort: ['id', 'created_at'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the press with this id.'),
    button_id: createQueryIdSchema('Only presses of the button with this id.'),
    team_id: createQueryIdSchema('Only presses of the subscriber with this id.'),
    app_user_id: createQueryIdSchema('Only presses of the app user with this id.'),
    opened: openedFilter,
    messages: messagesFilter,
    search: querySearch(
      'Only presses by people with this text in the name, email address or phone number, or with this id.',
    ),
    from: queryFrom,
    to: queryTo,
  },
  filterIns: { id: createQueryIdSchema('Only the presses with these ids') },
  related: 'app_user',
} as const satisfies ListSpec;
export const buttonClicksQuery = listQuery(buttonClickList);
export const buttonClick = z.object({
  ...common,
  button_id: z.number().int(),
  incident: pressIncident.nullable().describe('Null for a press that needs no answer.'),
});
export type ButtonClick = z.infer<typeof buttonClick>;
export const buttonClicksResponse = listResponse(buttonClick);

export const formSubmissionList = {
  sort: ['id', 'created_at'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the submission with this id.'),
    f_id: createQueryIdSchema('Only submissions of the form with this id.'),
    team_id: createQueryIdSchema('Only submissions of the subscriber with this id.'),
    app_user_id: createQueryIdSchema('Only submissions of the app user with this id.'),
    messages: messagesFilter,
    search: querySearch(
      'Only submissions with this text in the company, message or type, or in the name, email address or phone number of the person, or with this id.',
    ),
    from: queryFrom,
    to: queryTo,
  },
  filterIns: { id: createQueryIdSchema('Only the submissions with these ids') },
  related: 'app_user',
} as const satisfies ListSpec;
export const formSubmissionsQuery = listQuery(formSubmissionList);
export const formSubmission = z.object({
  ...common,
  f_id: z.number().int(),
  company: z.string(),
  message: z.string(),
  other_data: z.string().describe('Forms 2 and 3: the type. Form 1: a JSON list of image addresses.'),
});
export type FormSubmission = z.infer<typeof formSubmission>;
export const formSubmissionsResponse = listResponse(formSubmission);

export const deleteSubmissionBody = callBody({ id: createIdSchema('the submission') });

export const openSubmissionBody = callBody({ id: createIdSchema('the submission') });
export const openedResponse = doneResponse.extend({ data: z.object({ opened_at: timestamp }) });

/** A subscriber's submissions of each button and form: the count, and when the last one was received. */
export const submissionSummaryQuery = z.object({
  team_id: createQueryIdSchema(
    'The id of the subscriber whose submissions are counted; a subscriber may send only its own id.',
  ),
});
const itemSummary = z.object({
  kind: z.enum(SUBMISSION_KINDS),
  item_id: z.number().int(),
  total: z.number().int(),
  last_at: timestamp.nullable(),
});
export type ItemSummary = z.infer<typeof itemSummary>;
/** In the order in which menus list them, buttons first. */
export const submissionSummaryResponse = z.object({
  ok: z.literal(true),
  data: z.object({ items: z.array(itemSummary) }),
});

export const findRecordQuery = z.object({
  key: z
    .string({ error: 'is required' })
    .max(100, 'must be at most 100 characters')
    .describe('The last part of the link’s address.'),
});
export const findRecordResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    kind: z.enum(SUBMISSION_KINDS),
    item_id: z.number().int().describe('The button’s or form’s id.'),
    id: z.number().int(),
    team_id: z.number().int(),
  }),
});
