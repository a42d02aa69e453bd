import { z } from 'zod';
import { DELETED_ACCOUNT_ERROR, RATE_LIMIT_ERROR } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { callBody } from './fields.ts';

/** The link that a new or changed email address of a subscriber is confirmed with. */

export const CONFIRM_DAYS = 7;

const confirmEmailBody = z.strictObject({
  token: z.string({ error: 'is required' }).min(1, 'is required').max(200).describe('The token of the link.'),
});

const sendConfirmationBody = callBody({});

export const emailConfirmationCalls = defineCalls(() => ({
  confirm: defineCall({
    name: 'confirmEmail',
    method: 'POST',
    path: '/confirmEmail',
    bases: ['/sapi/v1'],
    permission: 'public',
    body: confirmEmailBody,
    response: doneResponse,
    errors: RATE_LIMIT_ERROR,
    subject: 'team',
    summary: 'Confirm an email address with an emailed link',
    description: 'A link works once, for 7 days, as long as the address is still the account’s.',
    example: {
      body: { token: 'the-token-of-the-link' },
      response: { ok: true, msg: 'Email address confirmed.' },
    },
  }),
  send: defineCall({
    name: 'sendConfirmation',
    method: 'POST',
    path: '/sendConfirmation',
    bases: ['/tapi/v1'],
    permission: 'email.confirm',
    body: sendConfirmationBody,
    response: doneResponse,
    errors: {
      ...DELETED_ACCOUNT_ERROR,
      409: {
        description: 'The email address is already confirmed.',
        msg: 'Your email address is already confirmed.',
      },
      429: {
        description: 'Three links were sent within an hour, or too many calls at the same time.',
        msg: 'We sent you 3 links within an hour. Check your inbox and your spam folder.',
      },
      503: {
        description: 'This server does not send email, or it is overloaded or stopping.',
        msg: 'This server can’t send email yet, so it can’t send a link. Ask the administrator of this server to configure email.',
      },
    },
    subject: 'team',
    audited: false,
    summary: 'Send the link that confirms your email address again',
    example: { body: {}, response: { ok: true, msg: 'Check your inbox.' } },
  }),
}));
