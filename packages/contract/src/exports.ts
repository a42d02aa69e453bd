import { z } from 'zod';
import { appUsersQuery } from './app-users.ts';
import { auditQuery } from './audit.ts';
import { CONSOLE_BASES } from './bases.ts';
import { CSV_NOTE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { plansQuery } from './plans.ts';
import { teamsQuery } from './subscribers.ts';
import { buttonClicksQuery, formSubmissionsQuery } from './submissions.ts';
import { deliveriesQuery } from './deliveries.ts';
import { zoneName } from './time-zones.ts';

/** A list as a CSV file: all rows that match its filters, in its order; `page` and `per_page` are ignored. */

export const zone = zoneName
  .default('UTC')
  .describe(
    'The time zone of days and times in the response, by its IANA name, like Europe/Berlin; by default UTC.',
  );

const buttonClicksExport = buttonClicksQuery.safeExtend({ zone });
const formSubmissionsExport = formSubmissionsQuery.safeExtend({ zone });
const appUsersExport = appUsersQuery.safeExtend({ zone });
const teamsExport = teamsQuery.safeExtend({ zone });
const plansExport = plansQuery.safeExtend({ zone });
const auditExport = auditQuery.safeExtend({ zone });
const deliveriesExport = deliveriesQuery.safeExtend({ zone });
export const csvResponse = z
  .string()
  .describe('CSV in UTF-8 with a byte order mark, streamed from the database.');

const SENT = '\uFEFF"Number","Name"\r\n1,Ann Lee\r\n';

export const exportCalls = defineCalls(() => ({
  buttonClicks: defineCall({
    name: 'exportButtonClicks',
    method: 'GET',
    path: '/export/button_click',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: buttonClicksExport,
    response: csvResponse,
    streams: 'text/csv',
    subject: 'button_click',
    audited: true,
    summary: 'Button presses as CSV',
    description: `All rows that match the filters. ${CSV_NOTE}`,
    example: {
      query: { my: 'yes', filter_button_id: '5', sort: 'id', order: 'desc', zone: 'Europe/Berlin' },
      response: SENT,
    },
  }),
  formSubmissions: defineCall({
    name: 'exportFormSubmissions',
    method: 'GET',
    path: '/export/form_submission',
    bases: CONSOLE_BASES,
    permission: 'submission.list',
    query: formSubmissionsExport,
    response: csvResponse,
    streams: 'text/csv',
    subject: 'form_submission',
    audited: true,
    summary: 'Form submissions as CSV',
    description: `All rows that match the filters. ${CSV_NOTE}`,
    example: {
      query: { my: 'yes', filter_f_id: '3', sort: 'id', order: 'desc', zone: 'Europe/Berlin' },
      response: SENT,
    },
  }),
  appUsers: defineCall({
    name: 'exportAppUsers',
    method: 'GET',
    path: '/export/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.list',
    query: appUsersExport,
    response: csvResponse,
    streams: 'text/csv',
    subject: 'app_user',
    audited: true,
    summary: 'App users as CSV',
    description: `All users that match the filters. ${CSV_NOTE}`,
    example: {
      query: { my: 'yes', sort: 'name', order: 'asc', zone: 'Europe/Berlin' },
      response: SENT,
    },
  }),
  subscribers: defineCall({
    name: 'exportSubscribers',
    method: 'GET',
    path: '/export/team',
    bases: CONSOLE_BASES,
    permission: 'team.list',
    query: teamsExport,
    response: csvResponse,
    streams: 'text/csv',
    subject: 'team',
    audited: true,
    summary: 'Subscribers as CSV',
    description: `All subscribers that match the filters; a subscriber gets only itself. ${CSV_NOTE}`,
    example: {
      query: { filter_status: '1', sort: 'account_name', order: 'asc', zone: 'Europe/Berlin' },
      response: SENT,
    },
  }),
  plans: defineCall({
    name: 'exportPlans',
    method: 'GET',
    path: '/export/plan',
    bases: CONSOLE_BASES,
    permission: 'plan.list',
    query: plansExport,
    response: csvResponse,
    streams: 'text/csv',
    subject: 'plan',
    audited: true,
    summary: 'Plans as CSV',
    description: `All plans that match the filters. ${CSV_NOTE}`,
    example: {
      query: { filter_search: 'Monthly', sort: 'plan_cost', order: 'asc', zone: 'Europe/Berlin' },
      response: SENT,
    },
  }),
  deliveries: defineCall({
    name: 'exportDeliveries',
    method: 'GET',
    path: '/export/delivery',
    bases: CONSOLE_BASES,
    permission: 'delivery.list',
    query: deliveriesExport,
    response: csvResponse,
    streams: 'text/csv',
    subject: 'delivery',
    audited: true,
    summary: 'The delivery log as CSV',
    description: `All messages that match the filters. ${CSV_NOTE}`,
    example: {
      query: { my: 'yes', filter_state: 'held', zone: 'Europe/Berlin' },
      response: SENT,
    },
  }),
  audit: defineCall({
    name: 'exportAudit',
    method: 'GET',
    path: '/export/audit',
    bases: ['/api/v1'],
    permission: 'audit.list',
    query: auditExport,
    response: csvResponse,
    streams: 'text/csv',
    subject: 'audit',
    audited: true,
    summary: 'The audit as a CSV file',
    description: 'All entries that match the filters. The audit records who exported it.',
    example: {
      query: { filter_subject: 'team', zone: 'Europe/Berlin' },
      response: SENT,
    },
  }),
}));
