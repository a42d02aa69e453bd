type Send = (url: string, token: string) => Promise<Response>;

/** The response, and when it arrived in milliseconds since 1970. */
type LoadedRead = { body: unknown; at: number };

type StartedRead = { response: () => Promise<Response>; loaded: LoadedRead | null };

/** The bodies of other calls that a response contains: the address of each call, and its body. */
export type Parts = readonly { url: string; bodyOf: (whole: unknown) => unknown }[];

/** An older read is not used: the screen reads again. In milliseconds. */
const MAX_AGE = 10_000;

/**
 * The first reads of a visit, sent while the screen's code is still loading. Each is for the session that sent it, for
 * its address, and for its first reader.
 */
export function createEarlyRead(send: Send) {
  let sentAt = Infinity;
  const started = new Map<string, StartedRead>();
  const loading: Promise<void>[] = [];

  /** The started read, if it has this path; it can be taken only once. */
  function takeStarted(url: string, token: string | null, accepts: (loaded: LoadedRead | null) => boolean) {
    const key = keyOf(url, token);
    const found = started.get(key);
    if (!found || !accepts(found.loaded)) return undefined;
    started.delete(key);
    return found.loaded && Date.now() - found.loaded.at > MAX_AGE ? undefined : found;
  }

  function startCall(url: string, token: string): Promise<Response> {
    sentAt = Math.min(sentAt, performance.now());
    return send(url, token);
  }

  return {
    start(url: string, token: string): void {
      const response = startCall(url, token);
      const read: StartedRead = { response: () => response, loaded: null };
      started.set(keyOf(url, token), read);
      loading.push(loadBody(response, (loaded) => (read.loaded = loaded)));
    },
    /** One call that has the responses of several. If it fails, each of them is sent when it is taken. */
    startParts(url: string, token: string, parts: Parts): void {
      const whole = startCall(url, token);
      const body = new Promise<LoadedRead | null>((resolve) => void loadBody(whole, resolve));
      for (const part of parts) {
        const read: StartedRead = {
          response: async () => {
            const loaded = await body;
            return loaded ? Response.json(part.bodyOf(loaded.body)) : await send(part.url, token);
          },
          loaded: null,
        };
        started.set(keyOf(part.url, token), read);
        loading.push(storePart(read, part.bodyOf, body));
      }
    },
    /** The start of the first one, in milliseconds of the page's own clock; Infinity if there is none. */
    sentAt: () => sentAt,
    /** Resolves when all are loaded or have failed, or after `most` milliseconds. */
    settled: async (most: number) =>
      void (await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, most))])),
    /** The data, if the read has succeeded: for a screen that can draw it immediately. */
    loaded(url: string, token: string | null): LoadedRead | undefined {
      return takeStarted(url, token, (loaded) => loaded !== null)?.loaded ?? undefined;
    },
    /** The response, still loading or not; for a reader that would send the same call. */
    take(url: string, token: string | null): Promise<Response> | undefined {
      return takeStarted(url, token, () => true)?.response();
    },
  };
}

async function storePart(
  read: StartedRead,
  bodyOf: (whole: unknown) => unknown,
  whole: Promise<LoadedRead | null>,
): Promise<void> {
  const loaded = await whole;
  if (loaded) read.loaded = { body: bodyOf(loaded.body), at: loaded.at };
}

/** The body of a response; null if there is nothing to draw: its reader handles the failure. */
async function loadBody(
  sent: Promise<Response>,
  onLoaded: (loaded: LoadedRead | null) => void,
): Promise<void> {
  try {
    const response = await sent;
    onLoaded(response.ok ? { body: await response.clone().json(), at: Date.now() } : null);
  } catch {
    onLoaded(null);
  }
}

function keyOf(url: string, token: string | null): string {
  return `${token} ${url}`;
}
