/** The parts of a call to the server. */

export type QueryParameters = Record<string, string | number | boolean | null | undefined>;

/** `?a=1&b=2`, or nothing; undefined, null and the empty string are omitted. */
export function queryString(query: QueryParameters = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** A call that requests JSON as the session's person, or without a session. */
export function buildRequest(token: string | null) {
  return {
    headers: { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    cache: 'no-store',
    credentials: 'same-origin',
  } as const;
}
