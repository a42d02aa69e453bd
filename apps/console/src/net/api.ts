import { createApiClient } from './api-client.ts';
import { connection } from './connection.ts';
import { earlyRead } from './early-read.ts';
import { fetchNoted } from './fetch-noted.ts';
import { passwordConfirmation } from '../session/password-confirmation.ts';
import { session } from '../session/session.ts';

/** The server's calls, sent as the signed-in person. */
export const api = createApiClient({
  fetch: (url, init) => earlyRead.take(url, session.current()?.token ?? null) ?? fetchNoted(url, init),
  session,
  reached: connection.reached,
  confirmPassword: passwordConfirmation.request,
});
