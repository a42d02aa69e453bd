type Send = (url: string, token: string) => Promise<Response>;

/** The response, and when it arrived in milliseconds since 1970. */
type LoadedRead = { body: unknown; at: number };

type StartedRead = { response: Promise<Response>; loaded: LoadedRead | null };

/**
 * The first reads of a visit, sent while the screen's code is still loading. Each is for the session that sent it, for
 * its address, and for its first reader.
 */
export function createEarlyRead(send: Send) {
  let sentAt = Infinity;
  const started = new Map<string, StartedRead>();

  /** The started read, if it has this path; it can be taken only once. */
  function takeStarted(url: string, token: string | null, accepts: (loaded: LoadedRead | null) => boolean) {
    const key = keyOf(url, token);
    const found = started.get(key);
    if (!found || !accepts(found.loaded)) return undefined;
    started.delete(key);
    return found;
  }

  return {
    start(url: string, token: string): void {
      sentAt = Math.min(sentAt, performance.now());
      const response = send(url, token);
      const read: StartedRead = { response, loaded: null };
      started.set(keyOf(url, token), read);
      void storeResponse(read);
    },
    /** The start of the first one, in milliseconds of the page's own clock; Infinity if there is none. */
    sentAt: () => sentAt,
    /** The data, if the read has succeeded: for a screen that can draw it immediately. */
    loaded(url: string, token: string | null): LoadedRead | undefined {
      return takeStarted(url, token, (loaded) => loaded !== null)?.loaded ?? undefined;
    },
    /** The response, still loading or not; for a reader that would send the same call. */
    take(url: string, token: string | null): Promise<Response> | undefined {
      return takeStarted(url, token, () => true)?.response;
    },
  };
}

/** The reader of the response handles its failure. */
async function storeResponse(read: StartedRead): Promise<void> {
  try {
    const response = await read.response;
    if (response.ok) read.loaded = { body: await response.clone().json(), at: Date.now() };
  } catch {
    // There is nothing to draw.
  }
}

function keyOf(url: string, token: string | null): string {
  return `${token} ${url}`;
}
