import type { z } from 'zod';
import type { Base } from './bases.ts';
import type { FailureCode } from './error-codes.ts';
import type { AuditSubject, Permission } from './permissions.ts';

/** The schema of a query or a body; undefined if the call has none. */
export type InputSchema = z.ZodType | undefined;

/** What a client sends for a schema: before defaults and conversions. Without a schema, nothing. */
export type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** An error of one call, more precise than the error of its status: its meaning, and the message, field and code sent. */
export type DeclaredError = { description: string; msg: string; field?: string; code?: FailureCode };

/** Content types of responses that are streams. */
export type StreamType =
  | 'text/csv'
  | 'text/event-stream'
  | 'image/jpeg'
  | 'application/json'
  | 'application/pdf';

/** One declared call. Clients and handlers infer their types from the type parameters. */
export type Call<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  At extends Base = Base,
  Query extends InputSchema = InputSchema,
  Body extends InputSchema = InputSchema,
  Response extends z.ZodType = z.ZodType,
  Streams extends StreamType | undefined = StreamType | undefined,
  Message extends InputSchema = InputSchema,
> = {
  /** Unique among the calls of a base, e.g. `createPlan`. With the base it is the operationId. */
  name: string;
  method: Method;
  /** Without the base, e.g. `/create/plan`. */
  path: Path;
  bases: readonly [At, ...At[]];
  /** `public`: for everyone, without a token. */
  permission: Permission | 'public';
  query?: Query;
  body?: Body;
  /** The content type of the body if it is not JSON. The handler reads and checks such a body; `body` only describes it. */
  receives?: 'multipart/form-data';
  /** The schema of the response with status 200. */
  response: Response;
  /** The content type of status 200 if it is not JSON. Such a response is a stream and has no HEAD. */
  streams?: Streams;
  /** The schema of one message of an event stream. */
  message?: Message;
  /** Errors that are more precise than their status, and errors that similar calls do not have. */
  errors?: Readonly<Partial<Record<ErrorStatus, DeclaredError>>>;
  /** `list`: errors are the plain list of problems (sign-in and sign-up). Otherwise they are an object (`failure`). */
  errorShape?: 'list';
  /** Whether it changes stored data. If absent: a POST does, a GET does not. */
  changes?: boolean;
  /** It accepts an idempotency key: of calls with the same key, one creates a row. */
  idempotent?: true;
  /** Open connections of revoked sessions are closed after the call. */
  revokesSessions?: true;
  /** The kind of record that its audit entries name; `caller`: the account that calls or signs in. If absent: the session. */
  subject?: AuditSubject | 'caller';
  /** Whether the call leaves an audit entry when it succeeds. If absent: a call that changes data does. */
  audited?: boolean;
  /** A noun phrase or an imperative, without a full stop. */
  summary: string;
  description?: string;
  example: Example<Query, Body, Response>;
};

/** The statuses of errors that calls return. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;

/** A request that runs unchanged on a system whose first rows have the id 1, and a response to such a request. */
type Example<Query, Body, Response extends z.ZodType> = {
  query?: InputOf<Query>;
  body?: InputOf<Body>;
  response: z.input<Response>;
};

/** Declares one call. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<
  const Method extends 'GET' | 'POST',
  const Path extends `/${string}`,
  const At extends Base,
  Response extends z.ZodType,
  Query extends InputSchema = undefined,
  Body extends InputSchema = undefined,
  const Streams extends StreamType | undefined = undefined,
  Message extends InputSchema = undefined,
>(
  call: Call<Method, Path, At, Query, Body, Response, Streams, Message>,
): Call<Method, Path, At, Query, Body, Response, Streams, Message> {
  return call;
}

/**
 * The calls of one resource. They are created by a function, so that a bundler removes them from a client that uses
 * the schemas or types next to them.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineCalls<Calls extends Readonly<Record<string, unknown>>>(create: () => Calls): Calls {
  return create();
}

/** Whether a call changes stored data. */
export function changesData({ method, changes }: Pick<Call, 'method' | 'changes'>): boolean {
  return changes ?? method === 'POST';
}
