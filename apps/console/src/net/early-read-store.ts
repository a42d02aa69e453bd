type Send = (url: string, token: string) => Promise<Response>;

/** What was answered, and when that was in milliseconds since 1970. */
type Answered = { body: unknown; at: number };

type Begun = { key: string; response: Promise<Response>; answered: Answered | null };

/**
 * The first read of a visit, sent off while the screen's code is still on its way. It is for the session that sent it,
 * for that one address, and for the first who asks.
 */
export function createEarlyRead(send: Send) {
  let sentAt = Infinity;
  let begun: Begun | null = null;

  /** What was begun, if it is this: from then on it is no longer there. */
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
    /** When that was, in milliseconds of the page's own clock; Infinity where nothing was begun. */
    sentAt: () => sentAt,
    /** The answer, where it is there and well: for a screen that would draw it at once. */
    answered(url: string, token: string | null): Answered | undefined {
      return takeBegun(url, token, (answered) => answered !== null)?.answered ?? undefined;
    },
    /** The response, wherever it is; for whoever would send the same. */
    take(url: string, token: string | null): Promise<Response> | undefined {
      return takeBegun(url, token, () => true)?.response;
    },
  };
}

/** Whoever takes the response hears of its failure. */
async function keepAnswer(begun: Begun): Promise<void> {
  try {
    const response = await begun.response;
    if (response.ok) begun.answered = { body: await response.clone().json(), at: Date.now() };
  } catch {
    // Nothing is there to be drawn.
  }
}

function keyOf(url: string, token: string | null): string {
  return `${token} ${url}`;
}
