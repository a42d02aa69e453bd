import { api } from './api.ts';
import { createEarlyRead } from './early-read-store.ts';
import { session } from './session.ts';

/** The first read of this visit. */
export const earlyRead = createEarlyRead({
  get: (path, query) => api.get(path, { query }),
  token: () => session.current()?.token ?? null,
});
