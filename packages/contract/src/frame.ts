import { z } from 'zod';
import { account } from './account.ts';
import { alarmsResponse } from './alarms.ts';
import { DELETED_ACCOUNT_ERROR, EXAMPLE_LATER_TIME, EXAMPLE_PAGINATION, EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { incident } from './incidents.ts';
import { newItems, newItemsQuery } from './overview.ts';
import { overduePayment } from './overdue-payment.ts';
import { listResponse } from './paging.ts';
import { buttonClicksResponse, submissionSummaryResponse } from './submissions.ts';
import { team } from './subscribers.ts';

/**
 * What the frame around every screen shows, in one response: each part is that of its own call, which a console uses to
 * read the part again.
 */

const alarms = alarmsResponse.omit({ ok: true }).describe('The open alarms, as `listPaged/alarm`.');

const incidents = listResponse(incident).omit({ ok: true });

const teamFrameResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    alarms,
    unopened: buttonClicksResponse
      .omit({ ok: true })
      .describe('The emergencies that no one has opened, as `listPaged/button_click`.'),
    incidents: incidents.describe(
      'The open incidents, as `listPaged/incident` sorted by `urgency`: unacknowledged ones first, emergencies before others, the newest first.',
    ),
    submission_summary: submissionSummaryResponse.shape.data.describe('As `submissionSummary`.'),
    overdue_payment: overduePayment.nullable().describe('As `overduePayment`.'),
    account: team.pick({ time_zone: true, phone: true }),
  }),
});

const adminFrameResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    alarms,
    expected_incidents: incidents.describe(
      'The open incidents to which someone is expected, as `listPaged/incident` with `filter_expected`: the responder may be overdue.',
    ),
    account,
    new_items: newItems.describe('As `newItems`.'),
  }),
});

const EXAMPLE_ALARMS = { items: [], pagination: { ...EXAMPLE_PAGINATION, pageCount: 0 } };

export const frameCalls = defineCalls(() => ({
  team: defineCall({
    name: 'getTeamFrame',
    method: 'GET',
    path: '/teamFrame',
    bases: ['/tapi/v1'],
    permission: 'frame.read',
    response: teamFrameResponse,
    errors: DELETED_ACCOUNT_ERROR,
    subject: 'team',
    summary: 'What every screen of a subscriber shows',
    description: 'In one call: what waits, how many records each list has, and what is overdue.',
    example: {
      response: {
        ok: true,
        data: {
          alarms: EXAMPLE_ALARMS,
          unopened: EXAMPLE_ALARMS,
          incidents: EXAMPLE_ALARMS,
          submission_summary: { items: [{ kind: 'button', item_id: 5, total: 0, last_at: null }] },
          overdue_payment: null,
          account: { time_zone: 'America/Denver', phone: '+13035550141' },
        },
      },
    },
  }),
  admin: defineCall({
    name: 'getAdminFrame',
    method: 'GET',
    path: '/adminFrame',
    bases: ['/api/v1'],
    permission: 'overview.read',
    query: newItemsQuery,
    response: adminFrameResponse,
    errors: DELETED_ACCOUNT_ERROR,
    subject: 'admin',
    summary: 'What every screen of an administrator shows',
    example: {
      query: { subscribers_since: EXAMPLE_TIME, messages_since: EXAMPLE_TIME },
      response: {
        ok: true,
        data: {
          alarms: EXAMPLE_ALARMS,
          expected_incidents: EXAMPLE_ALARMS,
          account: {
            id: 1,
            email: 'ada@callpoint.example',
            first_name: 'Ada',
            last_name: 'Park',
            should_change_password: false,
            updated_at: EXAMPLE_TIME,
          },
          new_items: { at: EXAMPLE_LATER_TIME, subscribers: 2, messages: 5 },
        },
      },
    },
  }),
}));
