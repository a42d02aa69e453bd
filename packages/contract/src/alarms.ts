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
import { doneResponse } from './errors.ts';
import { callBody, createIdSchema, location, timestamp, createQueryIdSchema } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { submitter } from './submissions.ts';

/** Submissions that notified no one. */

/** Only messages to others count: the person who submitted knows of the submission already. */
export const ALARM_REASONS = [
  /** No message could be planned: each was skipped, or there was no recipient. */
  'none_planned',
  /** Every message has failed permanently. */
  'all_failed',
  /** No message is in flight and none was sent: each failed, is held or was skipped. */
  'none_sent',
  /** An emergency without a message that was accepted in time, or whose accepted messages were not delivered. */
  'not_accepted',
  /** An incident that no one acknowledged until the last step of its escalation. Only a person closes it. */
  'unacknowledged',
] as const;
export type AlarmReason = (typeof ALARM_REASONS)[number];

/** Milliseconds within which a message about an emergency must be accepted. */
export const ACCEPTANCE_TIMEOUT = 60_000;

export const alarmList = {
  sort: ['id', 'raised_at'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the alarm with this id.'),
    team_id: createQueryIdSchema('Only alarms of the subscriber with this id.'),
    button_click_id: createQueryIdSchema('Only the alarm about the press with this id.'),
    form_submission_id: createQueryIdSchema('Only the alarm about the form submission with this id.'),
    open: z
      .enum(['yes', 'no'], { error: 'must be yes or no' })
      .describe('`yes`: only alarms that are not handled yet; `no`: handled ones.'),
  },
  filterIns: {},
  related: 'app_user',
} as const satisfies ListSpec;
export const alarmsQuery = listQuery(alarmList);

export const alarm = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  /** The subscriber's name. */
  account_name: z.string(),
  /** The submission: a press or a form, and its button or form. */
  button_click_id: z.number().int().nullable(),
  form_submission_id: z.number().int().nullable(),
  button_id: z.number().int().nullable(),
  f_id: z.number().int().nullable(),
  submitted_at: timestamp,
  /** Where the phone was. */
  location: location.nullable(),
  reason: z.enum(ALARM_REASONS),
  is_unnotified: z
    .boolean()
    .describe(
      'No message has notified anyone else than the person who submitted. May be false for `unacknowledged`.',
    ),
  raised_at: timestamp,
  closed_at: timestamp.nullable(),
  /** `system`: a message arrived later, or someone acknowledged the incident. */
  closed_by: z.enum(['admin', 'team', 'system']).nullable(),
  /** Present with `related=app_user`. */
  app_user: submitter.optional(),
});
export type Alarm = z.infer<typeof alarm>;
export const alarmsResponse = listResponse(alarm);

const closeAlarmBody = callBody({ id: createIdSchema('the alarm') });

export const alarmCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listAlarms',
    method: 'GET',
    path: '/listPaged/alarm',
    bases: CONSOLE_BASES,
    permission: 'alarm.list',
    query: alarmsQuery,
    response: alarmsResponse,
    subject: 'alarm',
    summary: 'Submissions that notified no one',
    description:
      'Raised when no message could be planned, when every message has failed, and when an emergency has none accepted after 60 seconds. Closed by the person who handled it, or by the system when a message arrives after all.',
    example: {
      query: { ...EXAMPLE_PAGE, my: 'yes', related: 'app_user', filter_open: 'yes' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            team_id: 1,
            account_name: 'Ridgeline Builders',
            button_click_id: 1,
            form_submission_id: null,
            button_id: 5,
            f_id: null,
            submitted_at: EXAMPLE_TIME,
            location: EXAMPLE_LOCATION,
            reason: 'not_accepted',
            is_unnotified: true,
            raised_at: EXAMPLE_LATER_TIME,
            closed_at: null,
            closed_by: null,
            app_user: EXAMPLE_SUBMITTER,
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  close: defineCall({
    name: 'closeAlarm',
    method: 'POST',
    path: '/close/alarm',
    bases: CONSOLE_BASES,
    permission: 'alarm.close',
    body: closeAlarmBody,
    response: doneResponse,
    subject: 'alarm',
    summary: 'Mark an alarm as handled',
    example: { body: { id: 1 }, response: { ok: true, msg: 'Closed.' } },
  }),
}));
