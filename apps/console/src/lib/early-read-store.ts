import type { Query } from './api-client.ts';

type Surroundings = {
  get: (path: string, query: Query) => Promise<unknown>;
  /** The token of the session that there is. */
  token: () => string | null;
};

/**
 * The first read of a visit, begun before its screen is drawn, so that the network and the screen's code work at the same
 * time. It is for the session that began it, and for that one call.
 */
export function createEarlyRead(around: Surroundings) {
  let begun: { key: string; answer: Promise<unknown> } | null = null;
  let over = false;

  const keyOf = (path: string, query: Query) => JSON.stringify([around.token(), path, query]);

  return {
    /** Does nothing once a screen has read something. */
    begin(path: string, query: Query): void {
      if (over || around.token() === null) return;
      over = true;
      const answer = around.get(path, query);
      // Whoever takes it hears of its failure.
      answer.catch(() => undefined);
      begun = { key: keyOf(path, query), answer };
    },
    /** The answer to this call where it was begun, once; undefined where it was not. */
    take<Answer>(path: string, query: Query): Promise<Answer> | undefined {
      const found = begun?.key === keyOf(path, query) ? begun.answer : undefined;
      begun = null;
      over = true;
      return found as Promise<Answer> | undefined;
    },
  };
}
