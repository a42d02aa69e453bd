import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestClient, Twilio } from 'twilio';
import type { Ownership } from '../channel.ts';
import type { TwilioAccount } from './twilio-account.ts';
import type { TwilioError } from './twilio-faults.ts';
import { twilioLibrary } from './twilio-library.ts';

/** Milliseconds for a complete call: a provider that does not respond in time has most likely lost it. */
const TIMEOUT = 20_000;
/** A longer Retry-After is read as this many milliseconds. */
const MAX_WAIT = 3_600_000;

/** The provider rejected a call, or its response cannot be used. */
export class TwilioCallError extends Error {
  readonly fault: TwilioError;
  constructor(fault: TwilioError) {
    super(fault.message);
    this.name = 'TwilioCallError';
    this.fault = fault;
  }
}

type Call = Parameters<RequestClient['request']>[0];

/**
 * The HTTP client of the official library: uses fetch, which keeps connections open, with a timeout; connects to
 * `baseUrl` instead of the provider's own host where it is given. Throws TwilioCallError, which has more than the library's
 * own error: when to retry, and whether the connection failed before or after the request was sent.
 */
class TwilioHttp implements Pick<RequestClient, 'request'> {
  readonly #baseUrl: string | null;
  readonly #limit: number;
  readonly #ownership = new AsyncLocalStorage<Ownership>();

  constructor(baseUrl: string | null, limit: number) {
    this.#baseUrl = baseUrl;
    this.#limit = limit;
  }

  /**
   * Runs `work`. Its calls are aborted when the worker no longer owns the message. The library has no parameter for
   * this.
   */
  during<Result>(ownership: Ownership, work: () => Promise<Result>): Promise<Result> {
    return this.#ownership.run(ownership, work);
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the library's class has this signature
  async request<Data>(call: Call): Promise<{ statusCode: number; body: Data; headers: Headers }> {
    const { status, headers, text } = await this.#exchange(call);
    const body = jsonObject(text);
    if (status >= 200 && status < 300 && body) return { statusCode: status, body: body as Data, headers };
    throw new TwilioCallError({
      // A success whose body cannot be read counts as an unexpected response.
      status: status >= 200 && status < 300 ? 302 : status,
      code: typeof body?.['code'] === 'number' ? body['code'] : null,
      net: null,
      message: typeof body?.['message'] === 'string' ? body['message'] : `HTTP ${status}`,
      retryAfter: waitOf(headers.get('retry-after')),
    });
  }

  async #exchange({ method, uri, username = '', password = '', data, headers }: Call) {
    const ownership = this.#ownership.getStore();
    const limit = AbortSignal.timeout(this.#limit);
    try {
      ownership?.signal.throwIfAborted();
      if (ownership?.isOwned() === false) throw new Error('Another process has reclaimed the message.');
      const response = await fetch(this.#addressOf(uri), {
        method,
        headers: {
          ...headers,
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        },
        body: new URLSearchParams(data as Record<string, string>),
        redirect: 'manual',
        signal: ownership ? AbortSignal.any([limit, ownership.signal]) : limit,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      throw new TwilioCallError({ status: null, code: null, retryAfter: null, ...textsOf(error) });
    }
  }

  #addressOf(uri: string): string {
    if (this.#baseUrl === null) return uri;
    const { pathname, search } = new URL(uri);
    return this.#baseUrl.replace(/\/+$/, '') + pathname + search;
  }
}

/** The official client of an account, and what sends its calls. `limit`: how long a call may take, in milliseconds. */
export function createTwilioClient(
  { accountSid, authToken, baseUrl }: TwilioAccount,
  limit = TIMEOUT,
): { client: Twilio; http: TwilioHttp } {
  const http = new TwilioHttp(baseUrl, limit);
  // The library calls nothing but `request`.
  const httpClient = http as unknown as RequestClient;
  return { client: twilioLibrary()(accountSid, authToken, { httpClient }), http };
}

/** The code and message of an error of fetch; the connection's own error is its cause. */
export function textsOf(error: unknown): Pick<TwilioError, 'net' | 'message'> {
  if (!(error instanceof Error)) return { net: null, message: String(error) };
  const cause = error.cause instanceof Error ? error.cause : error;
  const net = 'code' in cause ? codeOf(cause) : cause.name;
  // Several addresses of one host failed: the error of all of them has no message.
  return { net, message: cause.message || net };
}

/** The code of a timeout error is a meaningless number; its name identifies it. */
function codeOf({ name, code }: Error & { code: unknown }): string {
  return typeof code === 'string' ? code : name;
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Milliseconds of a Retry-After header, given in seconds or as a date; null for none. */
function waitOf(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, MAX_WAIT) : null;
}
