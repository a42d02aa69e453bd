import type { DeclaredError } from './call.ts';
import { RECENT_AUTHENTICATION } from './error-codes.ts';
import { RECENT_MINUTES } from './recent-minutes.ts';

/** Parts that the declarations of several calls share: sentences, errors and example values. */

export const RECENT_SIGN_IN_NOTE = `A password, another email address or another phone number needs a login or confirmPassword within the last ${RECENT_MINUTES} minutes: otherwise 403 with the code \`${RECENT_AUTHENTICATION}\`.`;

export const UPDATED_AT_NOTE =
  'Send the row’s `updated_at` along to be rejected (409) instead of overwriting a newer change; the response has the new one.';

/** How long a deleted record, plan or app user can be restored, in days. */
export const RESTORE_DAYS = 30;

export const RESTORE_NOTE = `It can be restored for ${RESTORE_DAYS} days (\`/restore/deleted\`).`;

export const PAUSED_NOTE =
  'Rejected (409) after the grace period (`payment_grace_days`) of an overdue payment.';

export const CSV_NOTE =
  'Streamed while it is read, at any length; a response that is cut off is incomplete. If a row’s value in the sorted column changes during the export, the row can be missing or appear twice; an order by a value that never changes, such as the id, avoids this. Cells that a spreadsheet would run as a formula start with an apostrophe. 429 if two exports of yours are running, 503 if too many exports of all users are.';

/** Errors of a call that checks or sets a password. */
export const PASSWORD_LIMIT_ERRORS = {
  429: {
    description:
      'Too many attempts have failed, or another password of the same account is being checked; Retry-After has the seconds to wait.',
    msg: 'Many passwords were set or confirmed. Nothing was changed: wait a moment, then try again.',
  },
  503: {
    description: 'Too many passwords are being checked at the moment; Retry-After has the seconds to wait.',
    msg: 'The server is busy. Try again in a moment.',
  },
} as const satisfies Record<number, DeclaredError>;

/** The error of a base whose calls are limited by address. */
export const RATE_LIMIT_ERROR = {
  429: {
    description: 'Too many calls of this base from one address; Retry-After has the seconds to wait.',
    msg: 'Too many requests. Wait a moment, then try again.',
  },
} as const satisfies Record<number, DeclaredError>;

/** Errors of a login. */
export const SIGN_IN_ERRORS = {
  401: {
    description: 'The address or the password is wrong.',
    msg: 'The email address or password is wrong, or this is not a subscriber’s account.',
  },
  403: {
    description: 'The account is blocked.',
    msg: 'This account is blocked. Contact us to unblock it.',
  },
  429: {
    description:
      'Too many attempts have failed, for this account or from one network; Retry-After has the seconds to wait.',
    msg: 'Too many failed attempts. Try again in 60 seconds.',
  },
} as const satisfies Partial<Record<number, DeclaredError>>;

/** The error of a save of outdated data. */
export const STALE_MESSAGE = 'This was changed while you were editing. Reload it, then repeat your change.';

/** The 409 errors of a call that saves an email address: outdated data, or an address that is in use. */
export function conflictErrors(description: string): { 409: DeclaredError } {
  return {
    409: {
      description: `The row has changed, or ${description}`,
      msg: STALE_MESSAGE,
      field: 'updated_at',
    },
  };
}

/** The error of a call about the caller's own account. */
export const DELETED_ACCOUNT_ERROR = {
  404: {
    description: 'The account was deleted after the call was authenticated.',
    msg: 'The record does not exist.',
    field: 'id',
  },
} as const satisfies Record<number, DeclaredError>;

/** The first page of a list. */
export const EXAMPLE_PAGE = { page: '1', per_page: '20' } as const;
export const EXAMPLE_PAGINATION = { page: 1, pageSize: 20, pageCount: 1 };

/** A new password, and the password of the accounts that the examples log in with. */
export const EXAMPLE_NEW_PASSWORD = 'Orchard-lamp-43';
export const EXAMPLE_PASSWORD = 'Orchard-lamp-42';

/** A timestamp, and a later one. */
export const EXAMPLE_TIME = '2026-11-21T08:14:07.000Z';
export const EXAMPLE_LATER_TIME = '2026-11-21T08:15:30.000Z';
export const EXAMPLE_TOKEN = 'gX3vJr0bN5yTq8wZc1uLk7pHs4dMf2aEo6iRxVbYnQk';
export const EXAMPLE_IMAGE_KEY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
export const EXAMPLE_CLIENT_ID = '3f2b8c1e-6f0a-4d55-9a51-0d6e2c6f5b11';
export const EXAMPLE_LOCATION = {
  lat: 38.8977,
  lng: -77.0365,
  accuracy: 12,
  at: EXAMPLE_TIME,
};
export const EXAMPLE_SUBMITTER = {
  id: 1,
  name: 'Ann Lee',
  email: 'user@example.com',
  phone: '+1 202 555 0144',
};
