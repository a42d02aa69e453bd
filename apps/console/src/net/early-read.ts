import { createEarlyRead } from './early-read-store.ts';
import { requestOf } from './request.ts';

/** The first read of this visit. */
export const earlyRead = createEarlyRead((url, token) => fetch(url, requestOf(token)));
