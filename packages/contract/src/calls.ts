import { RECENT_AUTHENTICATION } from './errors.ts';
import { RECENT_MINUTES } from './sessions.ts';

/**
 * What each call is for, and an example that runs as it stands on a system whose first rows have the id 1. The API
 * page shows them, and a test runs every one. Keys: method and path; calls of both console bases without the base.
 */
export type CallDoc = {
  summary: string;
  description?: string;
  /** Query of a GET, body of a POST. */
  example: Readonly<Record<string, unknown>>;
  /** Refusals that calls of its kind do not have, by status; or a closer word on one that they have. */
  refusals?: Readonly<Record<number, string>>;
};

const LIST = { page: '1', per_page: '20' };
const PASSWORD = 'Orchard-lamp-43';
const CLIENT_ID = '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11';
const PLACE = { lat: 38.8977, lng: -77.0365, accuracy: 12, at: '2026-11-21T08:14:07.000Z' };
const TOO_MANY = { 429: 'Too many calls of this base from one address; Retry-After says when to try again.' };
const BUSY = {
  429: 'Too many attempts have failed, or another password of yours is being checked; Retry-After says when to try again.',
  503: 'Too many passwords are being checked at this moment; Retry-After says when to try again.',
};
/** Of the accounts that the examples sign in with. */
const PASSWORD_NOW = 'Orchard-lamp-42';
const RECENT = `A password, another email address or another phone number needs a sign-in or confirmPassword within the last ${RECENT_MINUTES} minutes: otherwise 403 with the code \`${RECENT_AUTHENTICATION}\`.`;
const READ_AT =
  'Send the row’s `updated_at` along to be refused (409) instead of overwriting what somebody else changed since; the answer has the new one.';
const CSV =
  'Sent while it is read, so that it may be of any length; an answer that breaks off is not whole. Cells that a spreadsheet would run as a formula begin with an apostrophe. 429 where two of yours are being made already, 503 where too many of everybody’s are.';

export const CALLS: Readonly<Record<string, CallDoc>> = {
  'POST /sapi/v1/login': {
    summary: 'Log in to the console',
    description: 'A refusal is a plain list of problems. The token goes with every other call.',
    example: { email: 'safety@example.com', password: 'Orchard-lamp-42', role: 'team' },
  },
  'POST /sapi/v1/signup': {
    summary: 'Sign up as a new subscriber',
    description: 'A refusal is a plain list of problems, all that is wrong at once.',
    example: {
      email: 'new@example.com',
      account_name: 'Ridgeline Construction',
      first_name: 'Tess',
      last_name: 'Miller',
      phone: '+1 202 555 0143',
      password: PASSWORD,
      re_password: PASSWORD,
    },
  },
  'POST /sapi/v1/forgotPassword': {
    summary: 'Ask for a link to set a new password',
    description:
      'The answer is the same whether or not the account exists. 503 where the server cannot send e-mail.',
    example: { email: 'safety@example.com', role: 'team' },
  },
  'POST /sapi/v1/resetPassword': {
    summary: 'Set a new password with a mailed link',
    description:
      'A link works once, for 10 minutes, and only while the account has the address that it was mailed to.',
    example: { token: 'the-token-of-the-link', password: PASSWORD, re_password: PASSWORD },
  },
  'POST /sapi/v1/unlockSignIn': {
    summary: 'Allow sign-ins from here again with a mailed link',
    description:
      'After many failed attempts an account accepts sign-ins only from networks that it knows. The link, sent to its address, adds the network of this call. It works once, for 60 minutes.',
    example: { token: 'the-token-of-the-link' },
  },
  'POST /sapi/v1/confirmEmail': {
    summary: 'Confirm an email address with an emailed link',
    description: 'A link works once, for 7 days, as long as the address is still the account’s.',
    example: { token: 'the-token-of-the-link' },
  },
  'POST /sapi/v1/logout': { summary: 'End this session', example: {}, refusals: TOO_MANY },

  'POST /changePassword': {
    summary: 'Change your own password; other sessions end',
    description: RECENT,
    example: { password: PASSWORD },
    refusals: BUSY,
  },
  'POST /confirmPassword': {
    summary: 'Confirm your own password',
    description: `For ${RECENT_MINUTES} minutes the session may then change passwords, email addresses and phone numbers. It continues under the token of the response; the token of the call stops working after 30 seconds.`,
    example: { password: PASSWORD_NOW },
    refusals: BUSY,
  },
  'GET /api/v1/account': { summary: 'Your own account, as an administrator', example: {} },
  'POST /api/v1/update/account': {
    summary: 'Change your own account, as an administrator',
    description: `Another email address or password ends your other sessions. ${RECENT} ${READ_AT}`,
    example: { data: { first_name: 'Ada' } },
    refusals: { ...BUSY, 409: 'The row has changed since, or the email address has an account already.' },
  },
  'GET /listPaged/team': {
    summary: 'Subscribers; a subscriber sees itself',
    description:
      '`filter_search`: part of the name, the account name or the address, or the whole account number.',
    example: { ...LIST, filter_id: '1', my: 'yes' },
  },
  'POST /create/team': {
    summary: 'Make a subscriber',
    example: {
      data: {
        account_name: 'Ridgeline Construction',
        email: 'new@example.com',
        first_name: 'Tess',
        last_name: 'Miller',
        phone: '+1 202 555 0143',
        password: PASSWORD,
      },
    },
    refusals: { ...BUSY, 409: 'The e-mail address has an account already.' },
  },
  'POST /update/team': {
    summary: 'Change a subscriber: block or unblock, password, account details',
    description: `Status 0 blocks: its sessions and those of its app users end, and nobody of it can sign in until it is unblocked. ${RECENT} ${READ_AT}`,
    example: { id: 1, data: { first_name: 'Tess' } },
    refusals: { ...BUSY, 409: 'The row has changed since, or the e-mail address has an account already.' },
  },
  'POST /tapi/v1/sendConfirmation': {
    summary: 'Send the link that confirms your email address again',
    example: {},
    refusals: {
      409: 'The email address is already confirmed.',
      429: 'More than three links in an hour.',
      503: 'This server does not send email.',
    },
  },
  'GET /sendingLimits': {
    summary: 'How much a subscriber may send to external recipients today',
    description:
      'External: not an address of the subscriber, of its app users or of the platform. Messages over the limit are `held`. Emergencies to recipients who were reached before are never held. An administrator names the subscriber.',
    example: { team_id: '1' },
  },
  'POST /api/v1/update/sendingLimits': {
    summary: 'Set a subscriber’s own daily limits',
    description:
      'Messages a day to external recipients; 0: none; null: the limit of its plan. Messages held by a limit are sent as far as the new one allows.',
    example: { team_id: 1, data: { daily_email_limit: 5000, daily_sms_limit: null } },
  },
  'POST /api/v1/release/delivery': {
    summary: 'Send what a limit holds of a subscriber',
    description: 'All messages that are still within their retry window. Older ones stay held.',
    example: { team_id: 1 },
  },
  'GET /listPaged/config': {
    summary: 'The platform’s values; a secret by its last four characters',
    example: { page: '1', per_page: '100' },
  },
  'POST /update/config': {
    summary: 'Change one of the platform’s values',
    description: READ_AT,
    example: { id: 1, data: { config_value: 'help@example.com, desk@example.com' } },
  },
  'GET /listPaged/plan': { summary: 'Subscription plans', example: { ...LIST, sort: 'id', order: 'asc' } },
  'POST /create/plan': {
    summary: 'Make a plan',
    example: {
      data: {
        plan_name: '1-10 end users',
        plan_cost: 29.95,
        plan_term: 'Monthly',
        plan_stripe_id: 'plan_10_monthly',
        max_users: 10,
      },
    },
  },
  'POST /update/plan': {
    summary: 'Change a plan',
    description: READ_AT,
    example: { id: 1, data: { plan_cost: 31.5 } },
  },
  'POST /delete/plan': {
    summary: 'Delete a plan',
    description: 'Refused (409) while a subscriber is on it; the sentence names who.',
    example: { id: 1 },
  },
  'GET /listPaged/subscription_history': {
    summary: 'What happened to a subscriber’s plan, and who did it',
    example: { ...LIST, my: 'yes' },
  },
  'GET /reachability': {
    summary: 'Who would be told if a button or form were submitted now',
    description:
      'Judged for each button and form by the plan that a submission is sent by: `green`, `amber` (not all would be told), `red` (nobody but the user would be) or `off`, with the reasons. Teams are told of themselves; an administrator names the subscriber.',
    example: { team_id: '1' },
  },
  'GET /getSubData': {
    summary: 'What the payment provider says of a subscription',
    example: { sub_id: 'sub_1' },
  },
  'GET /upgradeByAdmin': {
    summary: 'Upgrade a subscriber by hand',
    description:
      '`selectedPlan` is the provider’s plan id and the number of users, joined with a bar. With `expires_on` the upgrade falls back to the free plan by itself after that day.',
    example: { team_id: '1', selectedPlan: 'plan_25_monthly|25', expires_on: '2099-12-31' },
    refusals: { 409: 'The subscriber pays for its plan.' },
  },
  'GET /convertToFree': {
    summary: 'Stop an upgrade: back to the free plan',
    description: 'Refused (409) for a subscriber on the free plan, and for one that pays.',
    example: { team_id: '1' },
    refusals: { 409: 'The subscriber is on the free plan already, or pays for its plan.' },
  },
  'GET /listPaged/app_user': {
    summary: 'App users',
    example: { ...LIST, my: 'yes', sort: 'id', order: 'desc' },
  },
  'POST /createCustom/app_user': {
    summary: 'Make an app user of your own',
    description:
      'Refused (409) when the plan’s number of app users is reached, or somebody signs in with the address.',
    example: {
      data: {
        team_id: 1,
        email: 'ann@example.com',
        name: 'Ann Lee',
        phone: '+1 202 555 0144',
        password: PASSWORD,
      },
    },
    refusals: BUSY,
  },
  'POST /update/app_user': {
    summary: 'Change an app user: block or unblock, details, password',
    description: `Blocking, and a new password, end the person’s sessions. ${RECENT} ${READ_AT}`,
    example: { id: 1, data: { status: 0 } },
    refusals: { ...BUSY, 409: 'The row has changed since, or somebody signs in with the address.' },
  },
  'POST /endSessions/app_user': {
    summary: 'Sign out an app user’s phone',
    description: 'Ends all sessions of the person, for example when a phone is lost.',
    example: { id: 1 },
  },
  'GET /listPaged/settings': {
    summary: 'A subscriber’s settings',
    example: { my: 'yes', per_page: '100', filterin_setting_key: 'mail_to_admin_emails_5|btn_5_mode' },
  },
  'POST /update/settings': {
    summary: 'Change one setting',
    description: `The value is checked as what its key says it is; an unknown variable in a text is named. ${READ_AT}`,
    example: { id: 1, data: { setting_value: 'In danger, call 911 first.' } },
  },
  'GET /tapi/v1/firstSteps': {
    summary: 'How far a new subscriber is with its first steps',
    description: '`steps` is null when the list is over: all is done, or it was put away.',
    example: {},
  },
  'POST /tapi/v1/confirmRecipients': {
    summary: 'Say that the right people are told, without changing who',
    example: {},
  },
  'POST /tapi/v1/endFirstSteps': { summary: 'Put the list of first steps away for good', example: {} },
  'GET /listPaged/button_click': {
    summary: 'Button presses',
    description: '`location` is null where the phone did not share it.',
    example: {
      ...LIST,
      my: 'yes',
      related: 'app_user',
      filter_button_id: '5',
      delay: '1',
      sort: 'id',
      order: 'desc',
    },
  },
  'GET /listPaged/form_submission': {
    summary: 'Forms that were sent in',
    description: '`other_data`: the type for forms 2 and 3; a JSON list of picture addresses for form 1.',
    example: {
      ...LIST,
      my: 'yes',
      related: 'app_user',
      filter_f_id: '3',
      delay: '1',
      sort: 'created_at',
      order: 'desc',
    },
  },
  'POST /open/button_click': {
    summary: 'Say that an emergency has been opened',
    description:
      'It then waits on nobody’s screen any more. The first who opens it stays; again changes nothing. 409 for another button.',
    example: { id: 1 },
  },
  'POST /delete/button_click': {
    summary: 'Delete a button press',
    description: 'Its messages stay in the delivery log, without the press.',
    example: { id: 1 },
  },
  'POST /delete/form_submission': {
    summary: 'Delete a form that was sent in',
    description: 'Its messages stay in the delivery log, without the form.',
    example: { id: 1 },
  },
  'GET /listPaged/alarm': {
    summary: 'Submissions of which nobody was told',
    description:
      'Raised when no message could be planned, when every message has failed, and when an emergency has none accepted after 60 seconds. Closed by somebody who has seen to it, or by the system when a message arrives after all.',
    example: { ...LIST, my: 'yes', related: 'app_user', filter_open: 'yes' },
  },
  'POST /close/alarm': { summary: 'Say that an alarm has been seen to', example: { id: 1 } },
  'GET /events': {
    summary: 'Hear at once of what comes in and changes',
    description:
      'Server-sent events, until either side ends: `data:` lines, each one JSON message with its `kind`. They carry ids, no personal data: read the row by its own call. The first is `hello`; at least one (`beat`) comes every `beat_ms`; after `refetch` read again what you show; `ended` is the last one of a session that has ended. A client that reads too slowly is dropped.',
    example: {},
  },

  'GET /listPaged/delivery': {
    summary: 'The delivery log: who was sent what, and what became of it',
    description:
      'Newest first, each message with its attempts in order. `pageCount` is exact up to 2,000 messages after the page that is asked for; beyond that it says how many pages there are at least.',
    example: { ...LIST, my: 'yes', filter_channel: 'email', filter_button_id: '5', delay: '1' },
  },

  'GET /submissionSummary': {
    summary: 'What a subscriber has of each button and form',
    description: 'How many, and when the last came in.',
    example: { team_id: '1' },
  },
  'GET /overview': {
    summary: 'The platform at a glance',
    description:
      'Submissions of the last 30 days by day of `zone` and item; messages and faults of the last 24 hours; what waits (counted up to 10,000); subscribers.',
    example: { zone: 'Europe/Berlin' },
  },
  'GET /listPaged/audit': {
    summary: 'Who did what',
    description:
      'Lines from `filter_from` to before `filter_to`. Secrets are said to have changed, not shown.',
    example: { ...LIST, filter_subject: 'team', filter_from: '2026-11-01T00:00:00.000Z' },
  },
  'POST /preview/submission': {
    summary: 'Who would be told of a press or a form, and in which words; nothing is sent or stored',
    description:
      'Planned as a real one would be. `settings` take the place of the saved ones; `saved` in the answer is the plan without them.',
    example: {
      button_id: 5,
      app_user_id: 1,
      location: PLACE,
      settings: { mail_to_user_subject_5: 'We know, {{NAME}}' },
    },
  },
  'POST /test/message': {
    summary: 'Send one of these messages to yourself, marked as a test',
    description:
      'It goes through the outbox like any other, to your own e-mail address or phone number; `listPaged/delivery` with `filter_id` says how far it is.',
    refusals: { 429: 'More than ten tests in a minute.' },
    example: { button_id: 5, app_user_id: 1, location: PLACE, channel: 'email', role: 'team' },
  },
  'POST /resend/delivery': {
    summary: 'Send a message again that failed or is held',
    description:
      'It is put back into the outbox as it was written, with the whole schedule of tries before it. Asked twice it is sent once. 409 where it was sent, skipped, is still being tried by itself, or has a channel that is not configured.',
    example: { id: 1 },
  },
  'GET /export/button_click': {
    summary: 'Button presses as CSV',
    description: `All rows of the filters. ${CSV}`,
    example: { my: 'yes', filter_button_id: '5', sort: 'id', order: 'desc', zone: 'Europe/Berlin' },
  },
  'GET /export/form_submission': {
    summary: 'Forms that were sent in, as CSV',
    description: `All rows of the filters. ${CSV}`,
    example: { my: 'yes', filter_f_id: '3', sort: 'id', order: 'desc', zone: 'Europe/Berlin' },
  },
  'GET /export/app_user': {
    summary: 'App users as CSV',
    description: `All users of the filters. ${CSV}`,
    example: { my: 'yes', sort: 'name', order: 'asc', zone: 'Europe/Berlin' },
  },
  'GET /export/audit': {
    summary: 'The audit as a CSV file',
    description: 'All lines of the filters. Who took it stands in the audit.',
    example: { filter_subject: 'team', zone: 'Europe/Berlin' },
  },
  'GET /export/delivery': {
    summary: 'The delivery log as CSV',
    description: `All messages of the filters. ${CSV}`,
    example: { my: 'yes', filter_state: 'held', zone: 'Europe/Berlin' },
  },

  'POST /mapi/v1/login': {
    summary: 'Sign in on the phone',
    example: { email: 'user@example.com', password: 'Orchard-lamp-42' },
  },
  'POST /mapi/v1/changePassword': {
    summary: 'Change your own password on the phone; other sessions end',
    description: 'A wrong current password is 403, with the limits of a sign-in.',
    example: { current_password: PASSWORD_NOW, password: PASSWORD },
    refusals: BUSY,
  },
  'POST /mapi/v1/logout': { summary: 'End this session', example: {}, refusals: TOO_MANY },
  'GET /mapi/v1/dashboard': { summary: 'What the phone’s main screen shows', example: {} },
  'POST /mapi/v1/button_click': {
    summary: 'Press a safety button',
    description:
      'Answered when the press and its messages are stored. The same `client_id` again gets the first answer and causes nothing new, so a phone that heard nothing sends again.',
    example: { client_id: CLIENT_ID, button_id: 5, location: PLACE, pressed_at: '2026-11-21T08:14:06.000Z' },
  },
  'POST /mapi/v1/form_submission': {
    summary: 'Send a form',
    description: 'As for a press. `type` is for forms 2 and 3.',
    example: {
      client_id: CLIENT_ID,
      f_id: 3,
      location: PLACE,
      company: 'Ridgeline',
      message: 'Two pairs of cut-resistant gloves.',
      type: 'Gloves',
    },
  },
};

/** The entry of a route, e.g. `GET` `/tapi/v1/listPaged/plan`. */
export function callDoc(method: string, path: string): CallDoc | undefined {
  return CALLS[`${method} ${path}`] ?? CALLS[`${method} ${path.replace(/^\/t?api\/v1/, '')}`];
}
