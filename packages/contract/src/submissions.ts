import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import {
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
  queryTo,
} from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { TEXTS } from './texts.ts';

/** Submissions of app users: button presses and forms. */

export const submitter = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
});

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
};

const openedFilter = z
  .enum(['yes', 'no'], { error: 'must be yes or no' })
  .describe('`no`: only emergencies that are not opened yet; `yes`: only opened ones.');

export const buttonClickList = {
  sort: ['id', 'created_at'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the press with this id.'),
    button_id: createQueryIdSchema('Only presses of the button with this id.'),
    team_id: createQueryIdSchema('Only presses of the subscriber with this id.'),
    opened: openedFilter,
    from: queryFrom,
    to: queryTo,
  },
  filterIns: {},
  related: 'app_user',
} as const satisfies ListSpec;
export const buttonClicksQuery = listQuery(buttonClickList);
export const buttonClick = z.object({
  ...common,
  button_id: z.number().int(),
  /** Emergencies only: when it was first opened, and by which role. Always null for other buttons. */
  opened_at: timestamp.nullable(),
  opened_by: z.enum(['admin', 'team']).nullable(),
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
    from: queryFrom,
    to: queryTo,
  },
  filterIns: {},
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

export const openSubmissionBody = callBody({ id: createIdSchema('the press') });
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

const SHARED = {
  id: 1,
  team_id: 1,
  created_at: EXAMPLE_TIME,
  location: EXAMPLE_LOCATION,
  pressed_at: EXAMPLE_TIME,
  app_user: EXAMPLE_SUBMITTER,
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
            screen_text: 'Help is on its way, Ann Lee.',
            button_id: 5,
            opened_at: null,
            opened_by: null,
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
  open: defineCall({
    name: 'openButtonClick',
    method: 'POST',
    path: '/open/button_click',
    bases: CONSOLE_BASES,
    permission: 'submission.open',
    body: openSubmissionBody,
    response: openedResponse,
    errors: {
      409: {
        description: 'The press is not an emergency.',
        msg: 'Only an emergency is opened.',
        field: 'id',
      },
    },
    subject: 'button_click',
    summary: 'Mark an emergency as opened',
    description:
      'It is then no longer shown as waiting on any screen. The first person who opens it is stored; a second call changes nothing. 409 for another button.',
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
