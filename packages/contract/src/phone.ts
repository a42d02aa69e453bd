import { z } from 'zod';
import {
  PASSWORD_LIMIT_ERRORS,
  EXAMPLE_CLIENT_ID,
  EXAMPLE_LOCATION,
  EXAMPLE_NEW_PASSWORD,
  EXAMPLE_PASSWORD,
  SIGN_IN_ERRORS,
  EXAMPLE_SUBMITTER,
  EXAMPLE_TOKEN,
  RATE_LIMIT_ERROR,
} from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { ACCOUNT_BLOCKED, WRONG_PASSWORD } from './error-codes.ts';
import { doneResponse } from './errors.ts';
import { logoutBody } from './sessions.ts';
import { email, passwordToCheck, newPassword } from './fields.ts';
import { pressButtonBody, submissionResponse, submitFormBody } from './phone-submissions.ts';
import { contact } from './setting-values.ts';
import { TEXTS } from './texts.ts';

/** Calls of the phone base `/mapi/v1`. */

const phoneLoginBody = z.strictObject({ email, password: passwordToCheck });

const shouldChangePassword = z
  .boolean()
  .describe('True if someone else set the password: the phone prompts the person to change it.');

const phoneUser = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
});

export const phoneLoginResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    token: z.string(),
    should_change_password: shouldChangePassword,
    user: phoneUser,
  }),
});

/** Open emergencies that the main screen names; the history has the others. */
export const MAX_OPEN_EMERGENCIES = 5;

/** The app user changes its own password; its other sessions are revoked. */
const changePhonePasswordBody = z.strictObject({
  current_password: passwordToCheck.describe('The current password.'),
  password: newPassword,
});

export const dashboardResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    top_text: z.string(),
    buttons: z.array(
      z.object({
        slot: z.number().int(),
        label: z.string(),
        kind: z.enum(['button', 'form', 'contacts']),
        /** The button id or the form id; none for the contacts. */
        id: z.number().int().nullable(),
        mode: z.enum(['yes', 'no']),
        color: z.string().nullable(),
      }),
    ),
    contacts: z
      .array(contact)
      .describe(
        'People with a phone number or an email address. If the subscriber has no one with a phone number, the platform’s contacts come first.',
      ),
    account_name: z.string().describe('The name of the subscriber.'),
    user: phoneUser.omit({ team_id: true }),
    emergency_number: z.string().describe('What the phone dials for the emergency services.'),
    push_key: z
      .string()
      .nullable()
      .describe(
        'The public key for push subscriptions (VAPID, base64url); null: the server sends no push messages.',
      ),
    should_change_password: shouldChangePassword,
    open_emergencies: z
      .array(z.string())
      .max(MAX_OPEN_EMERGENCIES)
      .describe(
        `The \`client_id\` of the person’s presses that no responder has closed, the newest first, at most ${MAX_OPEN_EMERGENCIES}: also those of another phone. Drills are not among them.`,
      ),
  }),
});
export type Dashboard = z.infer<typeof dashboardResponse>['data'];

const ACCEPTED = { id: 1, alert: 'We are calling you, Ann Lee.', repeated: false };

/** The error of a submission whose `client_id` was used before, for another button or form. */
const OTHER_SUBMISSION = {
  409: {
    description: 'The `client_id` was used for another button or form.',
    msg: 'This client id was already used for another button or form. Send a new one.',
    field: 'client_id',
  },
} as const;

export const phoneCalls = defineCalls(() => ({
  login: defineCall({
    name: 'logIn',
    method: 'POST',
    path: '/login',
    bases: ['/mapi/v1'],
    permission: 'public',
    body: phoneLoginBody,
    response: phoneLoginResponse,
    errors: {
      ...SIGN_IN_ERRORS,
      401: {
        ...SIGN_IN_ERRORS[401],
        msg: 'The email address or password is wrong.',
        code: WRONG_PASSWORD,
      },
      403: {
        description: 'The app user or its subscriber is blocked.',
        msg: 'Your account is blocked, so nothing can be sent. Call your safety team.',
        code: ACCOUNT_BLOCKED,
      },
    },
    subject: 'app_user',
    summary: 'Log in on the phone',
    example: {
      body: { email: 'user@example.com', password: EXAMPLE_PASSWORD },
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
  changePassword: defineCall({
    name: 'changePassword',
    method: 'POST',
    path: '/changePassword',
    bases: ['/mapi/v1'],
    permission: 'password.change',
    body: changePhonePasswordBody,
    response: doneResponse,
    errors: PASSWORD_LIMIT_ERRORS,
    subject: 'caller',
    summary: 'Change your own password on the phone; other sessions are revoked',
    description: 'A wrong current password is rejected with 403 and counts as a failed login.',
    example: {
      body: { current_password: EXAMPLE_PASSWORD, password: EXAMPLE_NEW_PASSWORD },
      response: { ok: true, msg: TEXTS.passwordUpdated },
    },
  }),
  logout: defineCall({
    name: 'logOut',
    method: 'POST',
    path: '/logout',
    bases: ['/mapi/v1'],
    permission: 'session.end',
    body: logoutBody,
    response: doneResponse,
    errors: RATE_LIMIT_ERROR,
    audited: false,
    summary: 'End this session',
    example: { body: {}, response: { ok: true, msg: 'You are logged out.' } },
  }),
  dashboard: defineCall({
    name: 'getDashboard',
    method: 'GET',
    path: '/dashboard',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    response: dashboardResponse,
    summary: 'What the phone’s main screen shows',
    example: {
      response: {
        ok: true,
        data: {
          top_text: 'In danger, call 911 first.',
          buttons: [
            { slot: 1, label: 'Emergency', kind: 'button', id: 5, mode: 'yes', color: '#FF544F' },
            { slot: 2, label: 'Safety contacts', kind: 'contacts', id: null, mode: 'yes', color: null },
          ],
          contacts: [{ name: 'Tess Miller', phone: '+1 202 555 0143', email: 'tess@example.com' }],
          account_name: 'Ridgeline Construction',
          user: EXAMPLE_SUBMITTER,
          emergency_number: '911',
          push_key: null,
          should_change_password: false,
          open_emergencies: [EXAMPLE_CLIENT_ID],
        },
      },
    },
  }),
  pressButton: defineCall({
    name: 'pressButton',
    method: 'POST',
    path: '/button_click',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    body: pressButtonBody,
    response: submissionResponse,
    errors: OTHER_SUBMISSION,
    subject: 'button_click',
    audited: false,
    summary: 'Press a safety button',
    description:
      'The response is sent after the press and its messages are stored. The same `client_id` gets the first response again and has no other effect, so a phone without a response can safely retry.',
    example: {
      body: {
        client_id: EXAMPLE_CLIENT_ID,
        button_id: 5,
        location: EXAMPLE_LOCATION,
        pressed_at: '2026-11-21T08:14:06.000Z',
      },
      response: { ok: true, data: ACCEPTED },
    },
  }),
  submitForm: defineCall({
    name: 'submitForm',
    method: 'POST',
    path: '/form_submission',
    bases: ['/mapi/v1'],
    permission: 'phone.use',
    body: submitFormBody,
    response: submissionResponse,
    errors: {
      409: {
        ...OTHER_SUBMISSION[409],
        description:
          'The `client_id` was used for another button or form; or an image (`images.0`) does not exist, was deleted, or is in another form: upload it again.',
      },
      429: {
        description: 'Too many forms of one app user or network; Retry-After has the seconds to wait.',
        msg: 'You sent many forms. This one is not sent yet: wait a moment, then send it again.',
      },
    },
    subject: 'form_submission',
    audited: false,
    summary: 'Send a form',
    description: 'Works like a press. `type` is for forms 2 and 3, `images` for form 1.',
    example: {
      body: {
        client_id: '8d0e4a7c-52b1-4f3e-8c96-2b7f1e9a4d03',
        f_id: 3,
        location: EXAMPLE_LOCATION,
        company: 'Ridgeline',
        message: 'Two pairs of cut-resistant gloves.',
        type: 'Gloves',
      },
      response: { ok: true, data: { ...ACCEPTED, alert: 'We have received your request.' } },
    },
  }),
}));
