import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import {
  EXAMPLE_CLIENT_ID,
  EXAMPLE_TIME,
  EXAMPLE_LOCATION,
  EXAMPLE_LATER_TIME,
  EXAMPLE_PAGINATION,
  EXAMPLE_PAGE,
  EXAMPLE_SUBMITTER,
} from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { SUBMISSION_KINDS } from './catalogue.ts';
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
import { MESSAGE_STATUSES } from './message-statuses.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { encodeRecordKey } from './record-link.ts';
import { TEXTS } from './texts.ts';

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
  messages: messageCounts.describe('The messages about it, by delivery status.'),
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
    'Only submissions with a message that failed, is held, is pending, was reported as delivered, or was sent; `none`: without any message that was or will be sent.',
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

const EXAMPLE_KEY = encodeRecordKey({ appUserId: 1, clientId: EXAMPLE_CLIENT_ID });

const SHARED = {
  id: 1,
  team_id: 1,
  created_at: EXAMPLE_TIME,
  location: EXAMPLE_LOCATION,
  pressed_at: EXAMPLE_TIME,
  app_user: EXAMPLE_SUBMITTER,
  messages: { failed: 0, held: 0, pending: 0, sent: 2, delivered: 1 },
  opened_at: null,
  opened_by: null,
  earlier_locations: [],
};

export const submissionCalls = defineCalls(() => ({
  listButtonClicks: defineCall({
    name: 'listButtonClicks',
    method: 'GET',
    path: '/listPaged/button_click',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: buttonClicksQuery,
    response: buttonClicksResponse,
    subject: 'button_click',
    summary: 'Button presses',
    description: '`location` is null if the phone did not share it.',
    example: {
      query: {
        ...EXAMPLE_PAGE,
        my: 'yes',
        related: 'app_user',
        filter_button_id: '5',
        delay: '1',
        sort: 'id',
        order: 'desc',
      },
      response: {
        ok: true,
        items: [
          {
            ...SHARED,
            screen_text: 'We are calling you, Ann Lee.',
            button_id: 5,
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  listFormSubmissions: defineCall({
    name: 'listFormSubmissions',
    method: 'GET',
    path: '/listPaged/form_submission',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: formSubmissionsQuery,
    response: formSubmissionsResponse,
    subject: 'form_submission',
    summary: 'Form submissions',
    description: '`other_data`: the type for forms 2 and 3; a JSON list of image addresses for form 1.',
    example: {
      query: {
        ...EXAMPLE_PAGE,
        my: 'yes',
        related: 'app_user',
        filter_f_id: '3',
        delay: '1',
        sort: 'created_at',
        order: 'desc',
      },
      response: {
        ok: true,
        items: [
          {
            ...SHARED,
            screen_text: 'We have received your request.',
            f_id: 3,
            company: 'Ridgeline',
            message: 'Two pairs of cut-resistant gloves.',
            other_data: 'Gloves',
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  openButtonClick: defineCall({
    name: 'openButtonClick',
    method: 'POST',
    path: '/open/button_click',
    bases: CONSOLE_BASES,
    permission: 'submission.open',
    body: openSubmissionBody,
    response: openedResponse,
    subject: 'button_click',
    summary: 'Mark a button press as opened',
    description:
      'An emergency is then no longer shown as waiting on any screen, and the phone shows that someone saw it. The first person who opens it is stored; a second call changes nothing.',
    example: {
      body: { id: 1 },
      response: { ok: true, msg: 'Opened.', data: { opened_at: EXAMPLE_LATER_TIME } },
    },
  }),
  openFormSubmission: defineCall({
    name: 'openFormSubmission',
    method: 'POST',
    path: '/open/form_submission',
    bases: CONSOLE_BASES,
    permission: 'submission.open',
    body: openSubmissionBody,
    response: openedResponse,
    subject: 'form_submission',
    summary: 'Mark a form submission as opened',
    description:
      'The phone then shows that someone saw it. The first person who opens it is stored; a second call changes nothing.',
    example: {
      body: { id: 1 },
      response: { ok: true, msg: 'Opened.', data: { opened_at: EXAMPLE_LATER_TIME } },
    },
  }),
  summary: defineCall({
    name: 'getSubmissionSummary',
    method: 'GET',
    path: '/submissionSummary',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: submissionSummaryQuery,
    response: submissionSummaryResponse,
    summary: 'A subscriber’s submissions of each button and form',
    description: 'The count, and when the last one was received.',
    example: {
      query: { team_id: '1' },
      response: {
        ok: true,
        data: { items: [{ kind: 'button', item_id: 5, total: 3, last_at: EXAMPLE_TIME }] },
      },
    },
  }),
  find: defineCall({
    name: 'findRecord',
    method: 'GET',
    path: '/findRecord',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: findRecordQuery,
    response: findRecordResponse,
    errors: {
      404: { description: 'The record does not exist.', msg: 'The record does not exist.', field: 'key' },
    },
    summary: 'The record that a link in a message leads to',
    description: '404 for a key of no record, and for records of other subscribers.',
    example: {
      query: { key: EXAMPLE_KEY },
      response: { ok: true, data: { kind: 'button', item_id: 5, id: 1, team_id: 1 } },
    },
  }),
  deleteButtonClick: defineCall({
    name: 'deleteButtonClick',
    method: 'POST',
    path: '/delete/button_click',
    bases: CONSOLE_BASES,
    permission: 'submission.delete',
    body: deleteSubmissionBody,
    response: doneResponse,
    subject: 'button_click',
    summary: 'Delete a button press',
    description: 'Its messages stay in the delivery log, without the press.',
    example: { body: { id: 1 }, response: { ok: true, msg: TEXTS.deleted } },
  }),
  deleteFormSubmission: defineCall({
    name: 'deleteFormSubmission',
    method: 'POST',
    path: '/delete/form_submission',
    bases: CONSOLE_BASES,
    permission: 'submission.delete',
    body: deleteSubmissionBody,
    response: doneResponse,
    subject: 'form_submission',
    summary: 'Delete a form submission',
    description: 'Its messages stay in the delivery log, without the form.',
    example: { body: { id: 1 }, response: { ok: true, msg: TEXTS.deleted } },
  }),
}));
