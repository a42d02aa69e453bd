import { z } from 'zod';
import { EXAMPLE_TIME, PAUSED_NOTE, UPDATED_AT_NOTE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { updatedResponse } from './errors.ts';
import { callBody, expectedUpdatedAt, isEmailAddress, timestamp } from './fields.ts';
import { MAX_REPORT_RECIPIENTS } from './report-recipients.ts';
import { splitList } from './split-list.ts';
import { TEXTS } from './texts.ts';

/** The monthly report: an email about the incidents of a month, which a subscriber can switch on. */

const monthlyReport = z.object({
  is_on: z.boolean(),
  recipients: z.string().describe('Email addresses, comma separated; at first the subscriber’s own.'),
  /** Null: never saved. */
  updated_at: timestamp.nullable(),
});
export type MonthlyReport = z.infer<typeof monthlyReport>;

const saveMonthlyReportBody = callBody({
  is_on: z.boolean({ error: 'must be true or false' }).describe('Whether the email is sent.'),
  recipients: z
    .string({ error: 'must be text' })
    .max(3000, 'must be at most 3000 characters')
    .superRefine((value, context) => {
      const problem = recipientsProblem(splitList(value));
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .describe(`Email addresses, comma separated, at most ${MAX_REPORT_RECIPIENTS}.`),
  updated_at: expectedUpdatedAt,
}).refine(({ is_on, recipients }) => !is_on || splitList(recipients).length > 0, {
  path: ['recipients'],
  message: 'is required',
});

function recipientsProblem(addresses: readonly string[]): string | null {
  if (addresses.length > MAX_REPORT_RECIPIENTS) return `must be at most ${MAX_REPORT_RECIPIENTS} addresses`;
  const invalid = addresses.find((address) => !isEmailAddress(address));
  return invalid === undefined ? null : 'must contain only email addresses, like name@example.com';
}

export const monthlyReportCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getMonthlyReport',
    method: 'GET',
    path: '/monthlyReport',
    bases: ['/tapi/v1'],
    permission: 'settings.list',
    query: z.object({}),
    response: z.object({ ok: z.literal(true), data: monthlyReport }),
    summary: 'The monthly report: whether it is sent, and to whom',
    example: {
      query: {},
      response: {
        ok: true,
        data: { is_on: true, recipients: 'safety@ridgeline.example', updated_at: EXAMPLE_TIME },
      },
    },
  }),
  save: defineCall({
    name: 'saveMonthlyReport',
    method: 'POST',
    path: '/update/monthlyReport',
    bases: ['/tapi/v1'],
    permission: 'settings.update',
    body: saveMonthlyReportBody,
    response: updatedResponse,
    errors: {
      409: {
        description: 'Someone else has changed it, or a payment is overdue.',
        msg: 'This was changed while you were editing. Reload it, then repeat your change.',
        field: 'updated_at',
      },
    },
    subject: 'monthly_report',
    summary: 'Switch the monthly report on or off, and choose its recipients',
    description: `Sent in the morning after the end of a month in the subscriber’s time zone, once to each recipient; the first one about the current month. ${UPDATED_AT_NOTE} ${PAUSED_NOTE}`,
    example: {
      body: { is_on: true, recipients: 'safety@ridgeline.example' },
      response: { ok: true, msg: TEXTS.updated, data: { updated_at: EXAMPLE_TIME } },
    },
  }),
}));
