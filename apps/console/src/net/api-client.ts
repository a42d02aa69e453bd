import { RECENT_AUTHENTICATION } from '@callpoint/contract/error-codes';
import { CallError, readCode, readProblems, waitText } from './call-error.ts';
import type {
  ChangeBody,
  ChangeQuery,
  ChangeResponse,
  ListPath,
  ReadPath,
  ReadQuery,
  ReadResponse,
  StreamPath,
} from './api-types.ts';
import type { PostPath } from '@callpoint/contract/calls';
import { queryString, buildRequest, type QueryParameters } from './request.ts';
import type { SessionStore } from '../session/session-store.ts';
import { callTexts } from '../texts/calls.ts';

type CallOptions = {
  query?: QueryParameters;
  signal?: AbortSignal | undefined;
  /** True for calls that carry no token, such as login: a 401 is then an error like any other. */
  anonymous?: boolean;
  /** Of calls with the same key, one creates a row. */
  idempotencyKey?: string;
};

/** `CallOptions` with the query of one call: required if one of its parameters is. */
type Options<CallQuery> = [CallQuery] extends [never]
  ? [options?: Omit<CallOptions, 'query'>]
  : object extends CallQuery
    ? [options?: Omit<CallOptions, 'query'> & { query?: CallQuery }]
    : [options: Omit<CallOptions, 'query'> & { query: CallQuery }];

/** Paths have their base, e.g. `/tapi/v1/listPaged/settings`. Throws CallError; an abort is thrown unchanged. */
export type ApiClient = {
  get: <Path extends ReadPath>(
    path: Path,
    ...options: Options<ReadQuery<Path>>
  ) => Promise<ReadResponse<Path>>;
  /** A page of a list; the same as `get`. */
  list: <Path extends ListPath>(
    path: Path,
    query: ReadQuery<Path>,
    signal: AbortSignal,
  ) => Promise<ReadResponse<Path>>;
  post: <Path extends PostPath>(
    path: Path,
    body: ChangeBody<Path>,
    ...options: Options<ChangeQuery<Path>>
  ) => Promise<ChangeResponse<Path>>;
  /** A response that is not JSON, as a stream. Waits until `signal` aborts it. */
  open: <Path extends StreamPath>(
    path: Path,
    options: { query: ReadQuery<Path>; signal: AbortSignal },
  ) => Promise<Response>;
};

type Environment = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  session: Pick<SessionStore, 'current' | 'end'>;
  /** Called after each call: whether the server responded. */
  reached: (responded: boolean) => void;
  /** Prompts for the person's password; resolves to false when they cancel. */
  confirmPassword: () => Promise<boolean>;
};

/** No response within this many milliseconds counts as none. */
const TIMEOUT_MS = 30_000;

/**
 * Calls the server as the signed-in person. A 401 ends the session. A change that requires recent authentication is
 * repeated once after the person confirmed the password.
 */
export function createApiClient(environment: Environment): ApiClient {
  async function call(method: string, path: string, body: unknown, options: CallOptions): Promise<unknown> {
    const { response, token } = await send(method, path, body, options, true);
    const received = await readJson(response, options.signal);
    if (response.ok && received !== undefined && isOk(received)) return received;
    throw toCallError(response, received, token);
  }

  async function post(path: string, body: unknown, options: CallOptions): Promise<unknown> {
    try {
      return await call('POST', path, body, options);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== RECENT_AUTHENTICATION) throw error;
      if (!(await environment.confirmPassword())) {
        throw new CallError('canceled', error.status, [{ msg: callTexts.nothingChanged }]);
      }
      return await call('POST', path, body, options);
    }
  }

  async function open(path: string, options: CallOptions): Promise<Response> {
    const { response, token } = await send('GET', path, undefined, options, false);
    if (response.ok) return response;
    throw toCallError(response, await readJson(response, options.signal), token);
  }

  async function send(
    method: string,
    path: string,
    body: unknown,
    options: CallOptions,
    hasTimeout: boolean,
  ) {
    const token = options.anonymous ? null : (environment.session.current()?.token ?? null);
    const { headers: common, ...request } = buildRequest(token);
    const { idempotencyKey: key } = options;
    const headers = key === undefined ? common : { ...common, 'idempotency-key': key };
    const content =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const init = { ...request, ...content, method, signal: options.signal ?? null };
    return { response: await reach(path + queryString(options.query), init, hasTimeout), token };
  }

  async function reach(url: string, init: RequestInit, hasTimeout: boolean): Promise<Response> {
    const signals = [init.signal, hasTimeout ? AbortSignal.timeout(TIMEOUT_MS) : null];
    const signal = AbortSignal.any(signals.filter((one) => one instanceof AbortSignal));
    try {
      const response = await environment.fetch(url, { ...init, signal });
      // A proxy responds for a server that is down.
      environment.reached(![502, 504].includes(response.status));
      return response;
    } catch (error) {
      if (init.signal?.aborted) throw error;
      environment.reached(false);
      throw new CallError('unreachable', 0, []);
    }
  }

  function toCallError(response: Response, body: unknown, token: string | null): CallError {
    const problems = readProblems(body);
    const { status } = response;
    if (status === 401 && token) {
      // A late response to an earlier session's call must not end the session that has started since.
      if (environment.session.current()?.token === token) {
        environment.session.end({
          because: 'expired',
          msg: problems[0]?.msg ?? null,
          code: readCode(body),
        });
      }
      return new CallError('signed-out', status, problems);
    }
    if (status === 403) return new CallError('forbidden', status, problems, { code: readCode(body) });
    if (status === 429) {
      const seconds = retryAfter(response);
      const msg = callTexts.tooManyAttempts(waitText(seconds));
      return new CallError('too-many', status, problems.length > 0 ? problems : [{ msg }], {
        retryAfter: seconds,
      });
    }
    if (status === 502 || status === 504) return new CallError('unreachable', status, []);
    if (status >= 500) return new CallError('server', status, problems, { retryAfter: retryAfter(response) });
    return new CallError(body === undefined ? 'server' : 'rejected', status, problems);
  }

  // The contract types these: the server sends what it declares there.
  return {
    get: (path: string, options: CallOptions = {}) => call('GET', path, undefined, options),
    list: (path: string, query: QueryParameters, signal: AbortSignal) =>
      call('GET', path, undefined, { query, signal }),
    post: (path: string, body: unknown, options: CallOptions = {}) => post(path, body, options),
    open,
  } as unknown as ApiClient;
}

/** Undefined if the response is not JSON. */
async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

function isOk(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'ok' in body && body.ok === true;
}

/** Seconds; the header's other form, a date, is not used by our server. */
function retryAfter(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds;
}
