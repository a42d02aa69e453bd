import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { may, type Permission, type Role } from '@callpoint/contract/permissions';
import { AccountsDb } from '../../db/accounts.ts';
import type { Db } from '../../db/tables.ts';
import { TenantDb } from '../../db/tenant.ts';
import { CallError } from '../errors/call-error.ts';
import { findCaller, type Caller } from './session-tokens.ts';

/**
 * Access is decided here. Every route declares `config.access` (a permission of the contract's table, or `public`)
 * and its schemas; a server with a route that doesn't will not start.
 */
export type Access = Permission | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Set by the guard: the roles that the route's base is for. */
    baseRoles?: readonly Role[];
    /** The call may end sessions: open connections are looked at when it is done. */
    endsSessions?: true;
  }
  interface FastifyRequest {
    /** Null on a public route. */
    caller: Caller | null;
    /** The database as the caller may see it. Null on a public route. */
    tenant: TenantDb | null;
  }
}

/** The service bases, and whose tokens each takes. */
export const BASES = {
  '/sapi/v1': ['admin', 'team', 'app_user'],
  '/tapi/v1': ['team'],
  '/api/v1': ['admin', 'team'],
  '/mapi/v1': ['app_user'],
} as const satisfies Record<string, readonly Role[]>;
export type Base = keyof typeof BASES;

/** Runs the read of a long page when it is the turn of the request's caller. */
export type RunLongRead = <Result>(request: FastifyRequest, read: () => Promise<Result>) => Promise<Result>;

/** Guards every route that is mounted on `app` from now on. */
export function guardRoutes(app: FastifyInstance, db: Db, longRead: RunLongRead): void {
  const accounts = new AccountsDb(db);
  app.decorateRequest('caller', null);
  app.decorateRequest('tenant', null);
  app.addHook('onRoute', requireDeclarations);
  app.addHook('onRequest', async (request) => {
    const { access, baseRoles } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    const token = tokenOf(request);
    if (token === null) throw new CallError(401, 'Please sign in.');
    const caller = await findCaller(accounts, token);
    request.caller = caller;
    if (!baseRoles?.includes(caller.role) || !may(caller.role, access)) {
      throw new CallError(403, 'You do not have access to this.');
    }
    const scope = caller.role === 'admin' ? 'all' : { teamId: caller.teamId };
    const actor = { role: caller.role, id: caller.id, address: request.ip };
    request.tenant = new TenantDb(db, scope, actor, (read) => longRead(request, read));
  });
}

/** Calls `ended` after each call that may have ended sessions. */
export function announceSessionEnds(app: FastifyInstance, ended: () => void): void {
  app.addHook('onResponse', async (request) => {
    if (request.routeOptions.config.endsSessions) ended();
  });
}

/** What everybody may read: the pages and their files, health, the API page. They look after themselves. */
const OPEN = /^\/($|app($|\/)|healthz$|readyz$|api\/docs($|\/))/;

function requireDeclarations(route: RouteOptions): void {
  if (OPEN.test(route.url)) return;
  const name = `${String(route.method)} ${route.url}`;
  const base = (Object.keys(BASES) as Base[]).find((prefix) => route.url.startsWith(`${prefix}/`));
  const { access } = route.config ?? {};
  if (access === undefined) throw new Error(`${name} does not declare who may call it (config.access)`);
  if (base) route.config = { ...route.config, access, baseRoles: BASES[base] };
  // HEAD is answered by the route of GET, which is judged itself.
  if (route.method === 'HEAD') return;
  const { response, querystring, body } = (route.schema ?? {}) as Record<string, unknown>;
  if (!response) throw new Error(`${name} does not declare its answer (schema.response)`);
  const input = route.method === 'GET' ? querystring : body;
  if (!input) throw new Error(`${name} does not declare its ${route.method === 'GET' ? 'query' : 'body'}`);
}

function tokenOf(request: FastifyRequest): string | null {
  const { token } = request.query as { token?: unknown };
  if (typeof token === 'string' && token !== '') return token;
  const match = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** The caller of a guarded route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a public route has no caller');
  return request.caller;
}

/** The caller's view of the database. */
export function tenantOf(request: FastifyRequest): TenantDb {
  if (!request.tenant) throw new Error('a public route has no tenant');
  return request.tenant;
}
