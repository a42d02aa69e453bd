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
import { doneResponse } from './errors.ts';
import { encodeRecordKey } from './record-link.ts';
import {
  buttonClicksQuery,
  buttonClicksResponse,
  deleteSubmissionBody,
  findRecordQuery,
  findRecordResponse,
  formSubmissionsQuery,
  formSubmissionsResponse,
  openedResponse,
  openSubmissionBody,
  submissionSummaryQuery,
  submissionSummaryResponse,
} from './submissions.ts';
import { TEXTS } from './texts.ts';

/** Calls about submissions of app users. */

const EXAMPLE_KEY = encodeRecordKey({ appUserId: 1, clientId: EXAMPLE_CLIENT_ID });

const SHARED = {
  id: 1,
  team_id: 1,
  created_at: EXAMPLE_TIME,
  location: EXAMPLE_LOCATION,
  pressed_at: EXAMPLE_TIME,
  app_user: EXAMPLE_SUBMITTER,
  messages: { failed: 0, held: 0, pending: 0, sent: 2, delivered: 1, held_by_channel: {} },
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
            incident: null,
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
