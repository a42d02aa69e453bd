import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_SUBMITTER, EXAMPLE_TOKEN } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { ACCOUNT_BLOCKED, INSTALL_LINK_ENDED } from './error-codes.ts';
import { doneResponse } from './errors.ts';
import { callBody, createIdSchema, timestamp } from './fields.ts';
import { INSTALL_HOURS } from './install-hours.ts';
import { phoneLoginResponse } from './phone.ts';
import { RECENT_MINUTES } from './recent-minutes.ts';

/** Links with which an app user installs the phone app and logs in, without a password. */

/** How many install links may be created for one app user within an hour. */
export const INSTALL_LINKS_AN_HOUR = 5;

const createInstallLinkBody = callBody({ id: createIdSchema('the app user') });

export const installLinkResponse = doneResponse.extend({
  data: z.object({
    link: z.string().describe('The link, which is not stored: no later call returns it.'),
    expires_at: timestamp,
    emailed_to: z
      .string()
      .nullable()
      .describe(
        'The address of the app user that a notice about the link is emailed to; null: the server sends no email.',
      ),
  }),
});
export type InstallLink = z.infer<typeof installLinkResponse>['data'];

const installBody = z.strictObject({
  code: z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .max(200)
    .describe('The last part of the install link.'),
});

const LINK_ENDED = 'This link was used, has expired or was replaced. Ask your safety team for a new one.';

export const installLinkCalls = defineCalls(() => ({
  create: defineCall({
    name: 'createInstallLink',
    method: 'POST',
    path: '/installLink/app_user',
    bases: CONSOLE_BASES,
    permission: 'app_user.update',
    body: createInstallLinkBody,
    response: installLinkResponse,
    errors: {
      409: {
        description: 'The app user is blocked.',
        msg: 'This user is blocked. Unblock the user first.',
        field: 'id',
      },
      429: {
        description: `${INSTALL_LINKS_AN_HOUR} links were created for the app user within an hour, or too many calls at the same time.`,
        msg: `${INSTALL_LINKS_AN_HOUR} links were created for this user within an hour. Try again later.`,
      },
    },
    subject: 'app_user',
    summary: 'Create a link with which an app user installs the app and logs in',
    description: `It works once, for ${INSTALL_HOURS} hours, and ends the user’s previous link. It ends when the user is blocked, deleted or logged out, or the password or the email address changes. The user is notified by email. Needs a login or confirmPassword within the last ${RECENT_MINUTES} minutes.`,
    example: {
      body: { id: 1 },
      response: {
        ok: true,
        msg: 'Link created.',
        data: {
          link: `https://alerts.example/phone/#/install/${EXAMPLE_TOKEN}`,
          expires_at: '2026-11-22T08:14:07.000Z',
          emailed_to: 'ann@example.com',
        },
      },
    },
  }),
  install: defineCall({
    name: 'install',
    method: 'POST',
    path: '/install',
    bases: ['/mapi/v1'],
    permission: 'public',
    body: installBody,
    response: phoneLoginResponse,
    errors: {
      401: {
        description: 'The link is unknown, was used, has expired or was replaced.',
        msg: LINK_ENDED,
        code: INSTALL_LINK_ENDED,
      },
      403: {
        description: 'The app user or its subscriber is blocked.',
        msg: 'Your account is blocked, so nothing can be sent. Call your safety team.',
        code: ACCOUNT_BLOCKED,
      },
      429: {
        description: 'Too many attempts have failed from one network; Retry-After has the seconds to wait.',
        msg: 'Too many failed attempts from your network. Try again in 60 seconds.',
      },
    },
    subject: 'app_user',
    summary: 'Log in on the phone with an install link',
    description:
      'A link works once, also if the response is lost: the person then asks for a new one. The response is that of a login with a password.',
    example: {
      body: { code: EXAMPLE_TOKEN },
      response: {
        ok: true,
        data: {
          token: EXAMPLE_TOKEN,
          should_change_password: false,
          user: { ...EXAMPLE_SUBMITTER, team_id: 1 },
        },
      },
    },
  }),
}));
