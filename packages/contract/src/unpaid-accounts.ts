import { z } from 'zod';
import { EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { callBody, createIdSchema, timestamp } from './fields.ts';
import { DAYS_UNTIL_LISTED, NOTICE_DAYS } from './overdue-days.ts';
import { PROVIDER_DOWN } from './purchases.ts';

/** Accounts that were not paid for a long time. Administrators decide about them: nothing stops automatically. */

const count = z.number().int();

const stopNotice = z.object({
  started_at: timestamp,
  stop_after: timestamp.describe(`${NOTICE_DAYS} days after the last email of the notice was sent.`),
  sent: count.describe('Emails that the mail server accepted.'),
  waiting: count.describe('Emails that are still to be sent.'),
  failed: count.describe('Emails that could not be sent in seven days.'),
  can_stop: z.boolean().describe('The account may be stopped now.'),
});
export type StopNotice = z.infer<typeof stopNotice>;

const unpaidAccount = z.object({
  team_id: z.number().int(),
  account_name: z.string(),
  since: timestamp.describe('Since when the payment is overdue.'),
  amount: count.nullable().describe('The price of one term in the currency’s smallest unit.'),
  currency: z.string().nullable(),
  owner: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  notice: stopNotice.nullable(),
});
export type UnpaidAccount = z.infer<typeof unpaidAccount>;

export const unpaidAccountsResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    accounts: z.array(unpaidAccount),
    total: count.describe('Also accounts that are not listed.'),
  }),
});
export type UnpaidAccounts = z.infer<typeof unpaidAccountsResponse>['data'];

const ofSubscriberBody = callBody({ team_id: createIdSchema('the subscriber') });

const change = {
  method: 'POST',
  bases: ['/api/v1'],
  permission: 'team.block',
  body: ofSubscriberBody,
  response: doneResponse,
  subject: 'team',
} as const;

const conflict = (description: string) =>
  ({
    409: { description, msg: 'This subscriber has no overdue payment.', field: 'team_id' },
  }) as const;

export const unpaidAccountCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listUnpaidAccounts',
    method: 'GET',
    path: '/unpaidAccounts',
    bases: ['/api/v1'],
    permission: 'overview.read',
    response: unpaidAccountsResponse,
    summary: 'Accounts that were not paid for a long time',
    description: `Subscribers that are not blocked and whose payment is overdue since ${DAYS_UNTIL_LISTED} days after the grace period (\`payment_grace_days\`), the oldest first, at most 50.`,
    example: {
      response: {
        ok: true,
        data: {
          accounts: [
            {
              team_id: 1,
              account_name: 'Ridgeline Construction',
              since: EXAMPLE_TIME,
              amount: 2995,
              currency: 'usd',
              owner: { name: 'Tess Miller', email: 'owner@example.com', phone: '+1 202 555 0143' },
              notice: null,
            },
          ],
          total: 1,
        },
      },
    },
  }),
  startNotice: defineCall({
    ...change,
    name: 'startStopNotice',
    path: '/start/stopNotice',
    errors: {
      ...conflict('The payment has not been overdue long enough, or a notice was already started.'),
      503: PROVIDER_DOWN,
    },
    summary: 'Notify the people of an unpaid account that it will be stopped',
    description: `Emails the owner and all safety contacts. The account can be stopped ${NOTICE_DAYS} days after the last email. The payment provider is asked first whether the payment is still overdue.`,
    example: { body: { team_id: 1 }, response: { ok: true, msg: 'The notice is being sent.' } },
  }),
  withdrawNotice: defineCall({
    ...change,
    name: 'withdrawStopNotice',
    path: '/withdraw/stopNotice',
    errors: conflict('There is no notice to withdraw.'),
    summary: 'Withdraw the notice that an account will be stopped',
    description: 'Everyone who was notified gets an email that the account is not stopped.',
    example: { body: { team_id: 1 }, response: { ok: true, msg: 'The notice was withdrawn.' } },
  }),
  stop: defineCall({
    ...change,
    name: 'stopUnpaidAccount',
    path: '/stop/unpaidAccount',
    errors: {
      ...conflict(`The ${NOTICE_DAYS} days of the notice are not over, or the payment was made.`),
      503: PROVIDER_DOWN,
    },
    revokesSessions: true,
    summary: 'Stop an unpaid account after its notice',
    description:
      'Blocks the subscriber, so that it and its app users are logged out and no press is accepted, and ends its subscription at the payment provider. The provider is asked first whether the payment is still overdue. `update/team` with status 1 unblocks it.',
    example: { body: { team_id: 1 }, response: { ok: true, msg: 'The account is stopped.' } },
  }),
}));
