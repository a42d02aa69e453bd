import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { CSV_NOTE, EXAMPLE_LOCATION, EXAMPLE_SUBMITTER, EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { SUBMISSION_KINDS } from './catalog.ts';
import { csvResponse, zone } from './exports.ts';
import { createQueryIdSchema, location, queryFrom, querySearch, queryTo, timestamp } from './fields.ts';
import { listQuery, wholeNumber, type ListSpec } from './paging.ts';
import { recordMessages, messagesFilter, pressIncident, submitter } from './submissions.ts';

/** All records of a subscriber, or of all subscribers: button presses and forms in one list. */

const ITEM = /^(button|form)-[1-9]$/;
const RECORD = /^(button|form)-[1-9]\d{0,8}$/;

const recordList = {
  sort: ['created_at'],
  defaultOrder: 'desc',
  filters: {
    team_id: createQueryIdSchema('Only records of the subscriber with this id.'),
    app_user_id: createQueryIdSchema('Only records of the app user with this id.'),
    messages: messagesFilter,
    search: querySearch(
      'Only records with this text in the company, message or type, or in the name, email address or phone number of the person, or with this id.',
    ),
    from: queryFrom,
    to: queryTo,
  },
  filterIns: {
    item: z
      .string()
      .regex(ITEM, 'must be a button or form, like button-5 or form-3')
      .describe('Only records of these buttons and forms, like `button-5` or `form-3`'),
    record: z
      .string()
      .regex(RECORD, 'must be the kind and id of a record, like button-12 or form-7')
      .describe('Only these records, by their kinds and ids, like `button-12` or `form-7`'),
  },
} as const satisfies ListSpec;

const position = (which: string) =>
  z
    .string()
    .regex(/^[\d\-T:.]{23}Z_(button|form)_\d{1,10}$/, 'must be a position that this list returned')
    .optional()
    .describe(`The position that a response named as \`${which}\`: the page starts there.`);

/** Pages follow one another by position, so that each costs the same, and new records move no row to another page. */
const recordsQuery = listQuery(recordList).safeExtend({
  page: wholeNumber(100_000_000, 1).describe('Accepted and ignored: `newer` and `older` are positions.'),
  older: position('older'),
  newer: position('newer'),
});

export const record = z.object({
  kind: z.enum(SUBMISSION_KINDS),
  id: z.number().int(),
  item_id: z.number().int().describe('The id of the button or form.'),
  team_id: z.number().int(),
  account_name: z.string().describe('The name of the subscriber.'),
  created_at: timestamp,
  pressed_at: timestamp.nullable().describe('When it was submitted; null if the phone did not send it.'),
  location: location.nullable(),
  app_user: submitter,
  messages: recordMessages.describe('The messages about it, by delivery status.'),
  opened_at: timestamp.nullable().describe('When it was first opened; null for never.'),
  incident: pressIncident.nullable().describe('Null for forms, and for presses that need no answer.'),
  company: z.string().describe('Forms only; otherwise empty.'),
  message: z.string().describe('Forms only; otherwise empty.'),
});
export type RecordRow = z.infer<typeof record>;

export const recordsResponse = z.object({
  ok: z.literal(true),
  items: z.array(record),
  pagination: z.object({
    pageSize: z.number().int(),
    newer: z
      .string()
      .nullable()
      .describe('The position of the newer records before this page; null for none.'),
    older: z
      .string()
      .nullable()
      .describe('The position of the older records after this page; null for none.'),
    total: z.number().int().optional().describe('The number of all matching records, where it is known.'),
    searched: z
      .number()
      .int()
      .optional()
      .describe(
        'Present if a search or the filter by messages examined only this many button presses or forms that match the other filters, from the first page: there may be others that match.',
      ),
  }),
});
export type RecordPages = z.infer<typeof recordsResponse>['pagination'];

export const recordCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listRecords',
    method: 'GET',
    path: '/records',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: recordsQuery,
    response: recordsResponse,
    summary: 'All records: button presses and forms in one list',
    description: 'Newest first. Send `older` or `newer` of a response to read the next or previous page.',
    example: {
      query: { per_page: '20', filterin_item: 'button-5|form-3', filter_messages: 'failed' },
      response: {
        ok: true,
        items: [
          {
            kind: 'button',
            id: 1,
            item_id: 5,
            team_id: 1,
            account_name: 'Ridgeline',
            created_at: EXAMPLE_TIME,
            pressed_at: EXAMPLE_TIME,
            location: EXAMPLE_LOCATION,
            app_user: EXAMPLE_SUBMITTER,
            messages: {
              failed: 1,
              held: 1,
              pending: 0,
              sent: 2,
              delivered: 1,
              held_by_channel: { email: 1 },
            },
            opened_at: null,
            incident: null,
            company: '',
            message: '',
          },
        ],
        pagination: { pageSize: 20, newer: null, older: null, total: 1 },
      },
    },
  }),
  export: defineCall({
    name: 'exportRecords',
    method: 'GET',
    path: '/export/record',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: recordsQuery.safeExtend({ zone }),
    response: csvResponse,
    streams: 'text/csv',
    subject: 'button_click',
    audited: true,
    summary: 'All records as CSV',
    description: `Button presses and forms that match the filters, in one file. ${CSV_NOTE}`,
    example: {
      query: { filter_from: EXAMPLE_TIME, zone: 'Europe/Berlin' },
      response: '\uFEFF"Kind","Id"\r\nButton,1\r\n',
    },
  }),
}));
