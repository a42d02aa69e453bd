import type { BodyOf, Calls, GetPath, PostPath, QueryOf, ResponseOf } from '@callpoint/contract/calls';

import { withTimeLimit } from './time-limit.ts';

/** The server's calls for phones, typed by their declarations in the contract. No code of the contract is loaded. */

export type PhoneGet = Extract<GetPath, `/mapi/${string}`>;
export type PhonePost = Extract<PostPath, `/mapi/${string}`>;
export type GetResponse<Path extends PhoneGet> = ResponseOf<Calls['GET'][Path]>;
/** The query of a read; empty for a call without one. */
export type Query<Path extends PhoneGet> = [QueryOf<Calls['GET'][Path]>] extends [never]
  ? Record<string, never>
  : QueryOf<Calls['GET'][Path]>;
export type PostResponse<Path extends PhonePost> = ResponseOf<Calls['POST'][Path]>;

/** The server's rejection, or no usable response (`status` 0). */
export class CallFailure extends Error {
  readonly status: number;
  /** The machine-readable reason of a rejection, if it has one. */
  readonly code: string | null;
  /** `slow`: no response within the time limit; `stopped`: the caller stopped it. */
  readonly kind: 'rejected' | 'unreachable' | 'slow' | 'stopped';
  /** Seconds to wait before the next attempt; null if the server names none. */
  readonly retryAfter: number | null;
  /** The fields that the server names. */
  readonly fields: readonly string[];

  constructor(
    message: string,
    {
      status = 0,
      code = null,
      kind,
      retryAfter = null,
      fields = [],
    }: {
      status?: number;
      code?: string | null;
      kind: CallFailure['kind'];
      retryAfter?: number | null;
      fields?: readonly string[];
    },
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.fields = fields;
  }
}

export type CallOptions = {
  token?: string | null;
  /** Milliseconds until the call counts as failed. */
  timeout?: number;
  /** Stops the call. */
  signal?: AbortSignal;
};

const TIMEOUT = 20_000;

export async function get<Path extends PhoneGet>(
  path: Path,
  query: Query<Path>,
  options: CallOptions = {},
): Promise<GetResponse<Path>> {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  const search = params.size === 0 ? '' : `?${params.toString()}`;
  return (await request(path + search, { method: 'GET' }, options)) as GetResponse<Path>;
}

export async function post<Path extends PhonePost>(
  path: Path,
  body: BodyOf<Calls['POST'][Path]>,
  options: CallOptions = {},
): Promise<PostResponse<Path>> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  return (await request(path, init, options)) as PostResponse<Path>;
}

/** Sends one file as the part `image`. */
export async function postFile<Path extends PhonePost>(
  path: Path,
  file: Blob,
  options: CallOptions = {},
): Promise<PostResponse<Path>> {
  const body = new FormData();
  body.set('image', file, 'image');
  return (await request(path, { method: 'POST', body }, options)) as PostResponse<Path>;
}

async function request(
  path: string,
  init: RequestInit,
  { token, timeout = TIMEOUT, signal }: CallOptions,
): Promise<unknown> {
  const limit = withTimeLimit(timeout, signal);
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      ...init,
      headers,
      cache: 'no-store',
      signal: limit.signal,
    });
    text = await response.text();
  } catch {
    throw new CallFailure('', {
      kind: signal?.aborted ? 'stopped' : limit.signal.aborted ? 'slow' : 'unreachable',
    });
  } finally {
    limit.release();
  }
  const body = parse(text);
  if (response.ok && body?.['ok'] === true) return body;
  // A proxy or a network's sign-in page answered instead of the server.
  if (body?.['ok'] !== false) throw new CallFailure('', { kind: 'unreachable', status: response.status });
  throw new CallFailure(problemText(body), {
    kind: 'rejected',
    status: response.status,
    code: typeof body['code'] === 'string' ? body['code'] : null,
    retryAfter: Number(response.headers.get('retry-after')) || null,
    fields: problemsOf(body).flatMap(({ field }) => (typeof field === 'string' ? [field] : [])),
  });
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value))
      return { ok: false, msg: value.map((one: { msg?: unknown }) => one.msg).join(' ') };
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function problemText(body: Record<string, unknown>): string {
  const texts = problemsOf(body)
    .map(({ msg }) => msg)
    .filter((msg) => typeof msg === 'string');
  if (texts.length > 0) return [...new Set(texts)].join(' ');
  return typeof body['msg'] === 'string' ? body['msg'] : '';
}

function problemsOf(body: Record<string, unknown>): { msg?: unknown; field?: unknown }[] {
  return Array.isArray(body['errors']) ? (body['errors'] as { msg?: unknown; field?: unknown }[]) : [];
}
