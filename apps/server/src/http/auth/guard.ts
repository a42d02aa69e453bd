import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { BASES, type Base } from '@callpoint/contract/bases';
import { findCall } from '@callpoint/contract/calls';
import { NO_ACCESS } from '@callpoint/contract/error-codes';
import { hasPermission, type Permission, type Role } from '@callpoint/contract/permissions';
import { AccountsDb } from '../../db/handles/accounts.ts';
import type { Db } from '../../db/tables.ts';
import { TenantDb, type LongRead } from '../../db/handles/tenant.ts';
import { setCurrentCaller } from '../../scheduling/press-priority.ts';
import { continueAfter } from '../connections/continue-after.ts';
import { CallError, unauthorized } from '../errors/call-error.ts';
import { onCallFinished } from '../connections/finished-calls.ts';
import { tokenHashOf } from './request-token.ts';
import { findCaller, SIGN_IN, type Caller } from './session-tokens.ts';

/**
 * Access control. A route of a service base is mounted from its declaration in the contract (`app.handle`). Any other
 * route declares `config.access` and its schemas; without these declarations the server refuses to start.
 */
export type Access = Permission | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Set by the guard: the roles that the route's base is for. */
    baseRoles?: readonly Role[];
  }
  interface FastifyRequest {
    /** Null on a public route. */
    caller: Caller | null;
    /** The database as the caller may see it. Null on a public route. */
    tenant: TenantDb | null;
    /** The caller is authenticated after the body was read. */
    isAuthenticatedLate: boolean;
    /** Called with the caller; with null if there is none. */
    afterAuthentication: ((caller: Caller | null) => void) | null;
  }
}

/** Runs the read of a long page when the fair queue serves the request's caller. */
export type RunLongRead = <Result>(
  request: FastifyRequest,
  read: () => Promise<Result>,
  kind: Parameters<LongRead>[1],
) => Promise<Result>;

/** Guards every route that is mounted on `app` from now on. */
export function guardRoutes(app: FastifyInstance, db: Db, longRead: RunLongRead): void {
  const accounts = new AccountsDb(db);
  app.decorateRequest('caller', null);
  app.decorateRequest('tenant', null);
  app.addHook('onRoute', requireDeclarations);
  app.decorateRequest('isAuthenticatedLate', false);
  app.decorateRequest('afterAuthentication', null);
  const authenticate = async (request: FastifyRequest) => {
    const { access, baseRoles } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    const hash = tokenHashOf(request);
    if (hash === null) throw unauthorized(SIGN_IN);
    const caller = await findCaller(accounts, hash).catch((error: unknown) => {
      if (error instanceof CallError) request.afterAuthentication?.(null);
      throw error;
    });
    // Until a slow body has arrived, the settings may change.
    request.caller =
      caller.role === 'app_user' && !request.raw.complete ? { ...caller, settingsMark: '' } : caller;
    request.afterAuthentication?.(caller);
    setCurrentCaller(caller.role === 'admin' ? `admin ${caller.id}` : `subscriber ${caller.teamId}`);
    if (!baseRoles?.includes(caller.role) || !hasPermission(caller.role, access)) {
      throw new CallError(403, 'You do not have access to this.', [], null, NO_ACCESS);
    }
    const scope = caller.role === 'admin' ? 'all' : { teamId: caller.teamId };
    const actor = { role: caller.role, id: caller.id, address: request.ip };
    request.tenant = new TenantDb(db, scope, actor, (read, kind) => longRead(request, read, kind));
  };
  app.addHook('onRequest', async (request) => {
    if (!request.isAuthenticatedLate) await authenticate(request);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.isAuthenticatedLate) void continueAfter(authenticate(request), done);
    else done();
  });
}

/** Runs `listener` after each call that may have revoked sessions. */
export function onSessionsRevoked(app: FastifyInstance, listener: () => void): void {
  onCallFinished(app, (request) => {
    if (request.routeOptions.config.call?.revokesSessions) listener();
  });
}

/** Public pages and their files, links to locations and incidents, health checks and the API page have their own access rules. */
const OPEN = /^\/($|app($|\/)|phone($|\/)|where\/|respond\/|healthz$|readyz$|api\/docs($|\/))/;

function requireDeclarations(route: RouteOptions): void {
  if (OPEN.test(route.url)) return;
  const base = (Object.keys(BASES) as Base[]).find((prefix) => route.url.startsWith(`${prefix}/`));
  if (base) requireCall(route, base);
  else requireAccessAndSchemas(route);
}

/** The route of GET, which is checked, also serves HEAD. */
function requireCall(route: RouteOptions, base: Base): void {
  const name = `${String(route.method)} ${route.url}`;
  const { call } = route.config ?? {};
  const declared = findCall(route.method === 'HEAD' ? 'GET' : String(route.method), route.url);
  if (!declared) throw new Error(`${name} is not declared in the contract (calls.ts)`);
  if (call !== declared) throw new Error(`${name} is not mounted from its declaration (app.handle)`);
  route.config = { ...route.config, access: declared.permission, baseRoles: BASES[base] };
}

function requireAccessAndSchemas({ method, url, config, schema = {} }: RouteOptions): void {
  const name = `${String(method)} ${url}`;
  if (config?.access === undefined)
    throw new Error(`${name} does not declare who may call it (config.access)`);
  if (method === 'HEAD') return;
  const { response, querystring, body } = schema as Record<string, unknown>;
  if (!response) throw new Error(`${name} does not declare its response (schema.response)`);
  const input = method === 'GET' ? querystring : body;
  if (!input) throw new Error(`${name} does not declare its ${method === 'GET' ? 'query' : 'body'}`);
}

/** The caller of a guarded route. */
export function getCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a public route has no caller');
  return request.caller;
}

/** The caller's view of the database. */
export function getTenantDb(request: FastifyRequest): TenantDb {
  if (!request.tenant) throw new Error('a public route has no tenant');
  return request.tenant;
}
