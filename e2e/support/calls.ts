/** HTTP calls of the product, without its screens. */

export type CallResult<Body = unknown> = { status: number; body: Body };

/** @param path with its base, e.g. `/mapi/v1/login` */
export async function call<Body>(
  url: string,
  path: string,
  options: { body?: unknown; token?: string; query?: Record<string, string | number> } = {},
): Promise<CallResult<Body>> {
  const target = new URL(path, url);
  for (const [name, value] of Object.entries(options.query ?? {}))
    target.searchParams.set(name, String(value));
  const response = await fetch(target, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

/** Like `call`, but throws unless the status is 200. For the setup of a journey. */
export async function callOrThrow<Body>(...args: Parameters<typeof call>): Promise<Body> {
  const { status, body } = await call<Body>(...args);
  if (status !== 200) throw new Error(`${args[1]} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
