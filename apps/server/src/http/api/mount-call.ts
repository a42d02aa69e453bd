import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Base } from '@callpoint/contract/bases';
import { changesData, type Call, type InputSchema, type StreamType } from '@callpoint/contract/call';
import { failure, failureList } from '@callpoint/contract/errors';
import { z } from 'zod';
import type { ExpensiveKind } from '../admission/expensive-kinds.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { getTenantDb } from '../auth/guard.ts';
import { withPasswordRules } from '../auth/password-rules.ts';
import { isLongList, itemSchemaOf, serializeInPortions } from '../responses/long-lists.ts';
import { filterResponse } from '../responses/response-filter.ts';
import type { UnchangedLists } from '../responses/unchanged-lists.ts';

/** The type that a handler receives for a schema: validated, with defaults and conversions applied. */
type Received<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

/** What a handler returns: the data of the response, or nothing if it writes a stream. */
type Returned<Response extends z.ZodType, Streams> = Streams extends StreamType
  ? void
  : z.output<Response> | Promise<z.output<Response>>;

type Handler<Query, Body, Response extends z.ZodType, Streams> = (
  request: FastifyRequest<{ Querystring: Received<Query>; Body: Received<Body> }>,
  reply: FastifyReply,
) => Returned<Response, Streams>;

/** Options of a call that only the server needs. */
type ServerOptions = {
  /** The path of a new password in the body. A weak password is rejected together with all other problems. */
  passwordAt?: readonly string[];
  expensive?: ExpensiveKind;
  hasPressPriority?: true;
  /** How long the body may take to arrive, in milliseconds; default: as long as of other calls. */
  arrivalTime?: number;
  /** The handler reads `request.validationError` instead of the framework rejecting the call. */
  attachValidation?: true;
};

/** Mounts a declared call on the base of the part of the server that it is called on. */
export type MountCall = <
  Query extends InputSchema,
  Body extends InputSchema,
  Response extends z.ZodType,
  Streams extends StreamType | undefined,
>(
  this: FastifyInstance,
  call: Call<'GET' | 'POST', string, Base, Query, Body, Response, Streams>,
  handler: Handler<Query, Body, Response, Streams>,
  options?: ServerOptions,
) => void;

/** Reads a list. Its result depends only on its parameters and the database; see `UnchangedLists`. */
type ReadList<Query, Response extends z.ZodType> = (
  tenant: TenantDb,
  query: Received<Query>,
) => Promise<z.output<Response>>;

/** Mounts a declared list that open consoles read again after each change. */
export type MountList = <Query extends z.ZodType, Response extends z.ZodType>(
  this: FastifyInstance,
  call: Call<'GET', string, Base, Query, undefined, Response, undefined>,
  read: ReadList<Query, Response>,
) => void;

declare module 'fastify' {
  interface FastifyInstance {
    handle: MountCall;
    handleList: MountList;
    unchangedLists: UnchangedLists;
  }
  interface FastifyContextConfig {
    /** The declaration of a call of a service base. */
    call?: Call;
  }
}

const NO_QUERY = z.object({});

/** Method, path, schemas and access come from the declaration, so that they cannot differ from it. */
export const mountCall = function mountCall(
  this: FastifyInstance,
  call: Call,
  handler: RouteHandlerMethod,
  { passwordAt, expensive, hasPressPriority, arrivalTime, attachValidation }: ServerOptions = {},
): void {
  const errors = call.errorShape === 'list' ? failureList : failure;
  const query = call.query ?? (call.method === 'GET' ? NO_QUERY : undefined);
  const body = call.body && passwordAt ? withPasswordRules(call.body, passwordAt) : call.body;
  this.route({
    method: call.method,
    url: call.path,
    // A stream has no headers to request alone, and a HEAD must not change data.
    ...(call.method === 'GET' ? { exposeHeadRoute: !call.streams && !changesData(call) } : {}),
    ...(attachValidation ? { attachValidation } : {}),
    config: {
      call,
      access: call.permission,
      ...(expensive ? { expensive } : {}),
      ...(hasPressPriority ? { hasPressPriority } : {}),
      ...(arrivalTime === undefined ? {} : { arrivalTime }),
    },
    schema: {
      ...(query ? { querystring: query } : {}),
      ...(body && !call.receives ? { body } : {}),
      response: { 200: call.response, '4xx': errors, '5xx': errors },
    },
    handler: withLongLists(call.response, handler),
  });
} as MountCall;

/** The response to an earlier call of the same account is sent again if nothing has changed since. */
export const mountList = function mountList(
  this: FastifyInstance,
  call: Call<'GET'>,
  read: ReadList<undefined, z.ZodType>,
): void {
  const lists = this.unchangedLists;
  mountCall.call(this, call, async (request, reply) => {
    const tenant = getTenantDb(request);
    const { token: _token, ...query } = request.query as Record<string, unknown>;
    const { role, id } = tenant.actor;
    const key = JSON.stringify([role, id, tenant.scope, request.routeOptions.url, query]);
    let list: unknown;
    const text = await lists.get(
      key,
      () => tenant.changeMark(),
      async () => {
        list = await read(tenant, request.query);
        return isLongList(list) ? null : JSON.stringify(filterResponse(call.response, list));
      },
    );
    if (text === null) return list;
    reply.type('application/json; charset=utf-8');
    return text;
  });
} as MountList;

/** The handler of a list call, whose long responses are serialized in portions. */
function withLongLists(schema: z.ZodType, handler: RouteHandlerMethod): RouteHandlerMethod {
  const itemSchema = itemSchemaOf(schema);
  if (!itemSchema) return handler;
  return async function handleList(request, reply) {
    const response = await handler.call(this, request, reply);
    if (!isLongList(response)) return response;
    reply.type('application/json; charset=utf-8');
    return await serializeInPortions(response, schema, itemSchema);
  };
}
