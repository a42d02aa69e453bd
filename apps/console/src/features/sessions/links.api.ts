import { api } from '../../net/api.ts';

/** Calls of the pages that emailed links open. The token identifies the account. */

/** Confirms a subscriber's email address. */
export function confirmEmail(token: string) {
  return api.post('/sapi/v1/confirmEmail', { token }, { anonymous: true });
}

/** Lets the account log in from this network again. */
export function unlockSignIn(token: string) {
  return api.post('/sapi/v1/unlockSignIn', { token }, { anonymous: true });
}
