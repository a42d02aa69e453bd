import { AsyncLocalStorage } from 'node:async_hooks';
import twilio from 'twilio';
import type { Ours } from '../channel.ts';
import type { SmsError } from './sms-faults.ts';

/** In milliseconds, for a whole call: a provider that is silent longer has most likely lost it. */
const TIMEOUT = 20_000;
/** A Retry-After that asks for longer is taken as this many milliseconds. */
const LONGEST_WAIT = 3_600_000;

/** The provider refused a call, or did not answer it in a way that can be used. */
export class SmsNotTaken extends Error {
  readonly fault: SmsError;
  constructor(fault: SmsError) {
    super(fault.message);
    this.name = 'SmsNotTaken';
    this.fault = fault;
  }
}

type Call = Parameters<InstanceType<typeof twilio.RequestClient>['request']>[0];

/**
 * How the official client talks: over fetch, which keeps its connections, within a time limit; to `baseUrl` instead
 * of the provider's own host where it is given. Throws SmsNotTaken, which says more than the client's own error:
 * when to try again, and whether the connection failed before or after the request had left.
 */
export class TwilioHttp extends twilio.RequestClient {
  readonly #baseUrl: string | null;
  readonly #limit: number;
  readonly #ours = new AsyncLocalStorage<Ours>();

  constructor(baseUrl: string | null, limit = TIMEOUT) {
    super();
    this.#baseUrl = baseUrl;
    this.#limit = limit;
  }

  /** Runs `work`, whose calls end when the message is no longer ours; the client has no way to say so itself. */
  during<Result>(ours: Ours, work: () => Promise<Result>): Promise<Result> {
    return this.#ours.run(ours, work);
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the signature of the class that the client wants
  override async request<Data>(call: Call): Promise<{ statusCode: number; body: Data; headers: Headers }> {
    const { status, headers, text } = await this.#exchange(call);
    const body = jsonObject(text);
    if (status >= 200 && status < 300 && body) return { statusCode: status, body: body as Data, headers };
    throw new SmsNotTaken({
      // A success that cannot be read is none.
      status: status >= 200 && status < 300 ? 302 : status,
      code: typeof body?.['code'] === 'number' ? body['code'] : null,
      net: null,
      message: typeof body?.['message'] === 'string' ? body['message'] : `HTTP ${status}`,
      retryAfter: waitOf(headers.get('retry-after')),
    });
  }

  async #exchange({ method, uri, username = '', password = '', data, headers }: Call) {
    const ours = this.#ours.getStore();
    const limit = AbortSignal.timeout(this.#limit);
    try {
      ours?.signal.throwIfAborted();
      if (ours?.isOurs() === false) throw new Error('Another process has taken the message over.');
      const response = await fetch(this.#addressOf(uri), {
        method,
        headers: {
          ...headers,
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        },
        body: new URLSearchParams(data as Record<string, string>),
        redirect: 'manual',
        signal: ours ? AbortSignal.any([limit, ours.signal]) : limit,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      throw new SmsNotTaken({ status: null, code: null, retryAfter: null, ...wordsOf(error) });
    }
  }

  #addressOf(uri: string): string {
    if (this.#baseUrl === null) return uri;
    const { pathname, search } = new URL(uri);
    return this.#baseUrl.replace(/\/+$/, '') + pathname + search;
  }
}

/** The code and words of what fetch threw; the connection's own error is its cause. */
function wordsOf(error: unknown): Pick<SmsError, 'net' | 'message'> {
  if (!(error instanceof Error)) return { net: null, message: String(error) };
  const cause = error.cause instanceof Error ? error.cause : error;
  return { net: 'code' in cause ? codeOf(cause) : cause.name, message: cause.message || cause.name };
}

/** A time limit's error has a number for its code, which says nothing; its name does. */
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

/** Milliseconds that a Retry-After asks for, as seconds or as a date; null for none. */
function waitOf(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_WAIT) : null;
}
