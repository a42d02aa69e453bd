/** What a call to the server is made of. */

export type Query = Record<string, string | number | boolean | null | undefined>;

/** `?a=1&b=2`, or nothing; left out are undefined, null and the empty string. */
export function queryString(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** A call that asks for JSON as the person of the session, or as nobody. */
export function requestOf(token: string | null) {
  return {
    headers: { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    cache: 'no-store',
    credentials: 'same-origin',
  } as const;
}
