import { createApiClient } from './api-client.ts';
import { connection } from './connection.ts';
import { session } from './session.ts';

/** The server's calls, made as the signed-in person. */
export const api = createApiClient({
  fetch: (...request) => window.fetch(...request),
  session,
  reached: connection.reached,
});
