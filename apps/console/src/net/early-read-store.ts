type Send = (url: string, token: string) => Promise<Response>;

/** The response, and when it arrived in milliseconds since 1970. */
type Answered = { body: unknown; at: number };

type Begun = { key: string; response: Promise<Response>; answered: Answered | null };

/**
 * The first read of a visit, sent while the screen's code is still loading. It is for the session that sent it,
 * for that one address, and for its first reader.
 */
export function createEarlyRead(send: Send) {
  let sentAt = Infinity;
  let begun: Begun | null = null;

  /** The started read, if it has this path; it can be taken only once. */
  function takeBegun(url: string, token: string | null, isWanted: (answered: Answered | null) => boolean) {
    if (begun === null || begun.key !== keyOf(url, token) || !isWanted(begun.answered)) return undefined;
    const found = begun;
    begun = null;
    return found;
  }

  return {
    begin(url: string, token: string): void {
      sentAt = performance.now();
      const response = send(url, token);
      const mine: Begun = { key: keyOf(url, token), response, answered: null };
      begun = mine;
      void keepAnswer(mine);
    },
    /** Its start, in milliseconds of the page's own clock; Infinity if there is none. */
    sentAt: () => sentAt,
    /** The data, if the read has succeeded: for a screen that can draw it immediately. */
    answered(url: string, token: string | null): Answered | undefined {
      return takeBegun(url, token, (answered) => answered !== null)?.answered ?? undefined;
    },
    /** The response, still loading or not; for a reader that would send the same call. */
    take(url: string, token: string | null): Promise<Response> | undefined {
      return takeBegun(url, token, () => true)?.response;
    },
  };
}

/** The reader of the response handles its failure. */
async function keepAnswer(begun: Begun): Promise<void> {
  try {
    const response = await begun.response;
    if (response.ok) begun.answered = { body: await response.clone().json(), at: Date.now() };
  } catch {
    // There is nothing to draw.
  }
}

function keyOf(url: string, token: string | null): string {
  return `${token} ${url}`;
}
