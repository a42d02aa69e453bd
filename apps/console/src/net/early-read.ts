import type { ReadPath, ReadQuery, ReadResponse } from './api-types.ts';
import { createEarlyRead } from './early-read-store.ts';
import { fetchNoted } from './fetch-noted.ts';
import { queryString, buildRequest } from './request.ts';

/** The first reads of this visit. */
export const earlyRead = createEarlyRead((url, token) => fetchNoted(url, buildRequest(token)));

/** The data of a call, if it was among the first reads of this visit and has succeeded. */
export function loadedEarly<Path extends ReadPath>(path: Path, query: ReadQuery<Path>, token: string | null) {
  // The contract types it, like every response of the client.
  return earlyRead.loaded(path + queryString(query), token) as
    | { body: ReadResponse<Path>; at: number }
    | undefined;
}
