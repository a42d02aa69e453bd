import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME, EXAMPLE_LATER_TIME, EXAMPLE_PAGINATION, EXAMPLE_PAGE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { deliveriesQuery, deliveriesResponse, resendDeliveryBody } from './deliveries.ts';
import { doneResponse } from './errors.ts';

/** Calls of the delivery log. */
export const deliveryCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listDeliveries',
    method: 'GET',
    path: '/listPaged/delivery',
    bases: CONSOLE_BASES,
    permission: 'delivery.list',
    query: deliveriesQuery,
    response: deliveriesResponse,
    subject: 'delivery',
    summary: 'The delivery log: who was sent what, and its delivery status',
    description:
      'Newest first, each message with its attempts in order. `pageCount` is exact up to 2,000 messages after the requested page; beyond that it is a minimum.',
    example: {
      query: { ...EXAMPLE_PAGE, my: 'yes', filter_channel: 'email', filter_button_id: '5', delay: '1' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            team_id: 1,
            purpose: null,
            button_click_id: 1,
            form_submission_id: null,
            button_id: 5,
            f_id: null,
            channel: 'email',
            role: 'team',
            address: 'safety@example.com',
            state: 'sent',
            reason: null,
            reason_fault: null,
            given_up_after: null,
            subject: 'Emergency: Ann Lee',
            body: 'Ann Lee pressed the emergency button.',
            created_at: EXAMPLE_TIME,
            sent_at: EXAMPLE_LATER_TIME,
            delivered_at: null,
            purged_at: null,
            next_attempt_at: null,
            not_resendable: null,
            attempts: [
              {
                at: EXAMPLE_TIME,
                ms: 210,
                outcome: 'sent',
                detail: '250 2.0.0 Ok: queued',
                fault: null,
                provider_text: '250 2.0.0 Ok: queued',
              },
            ],
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  resend: defineCall({
    name: 'resendDelivery',
    method: 'POST',
    path: '/resend/delivery',
    bases: CONSOLE_BASES,
    permission: 'delivery.resend',
    body: resendDeliveryBody,
    response: doneResponse,
    errors: {
      409: {
        description: 'The message cannot be sent again, or a sending limit is reached; `msg` has the reason.',
        msg: 'It was already sent.',
        field: 'id',
      },
    },
    subject: 'delivery',
    summary: 'Resend a message that failed or is held',
    description:
      'It is put back into the outbox with its original text and the full schedule of attempts. Requested twice, it is sent once. 409 if it was sent, skipped, is still being retried automatically, or has a channel that is not configured.',
    example: { body: { id: 1 }, response: { ok: true, msg: 'The message is being sent again.' } },
  }),
}));
