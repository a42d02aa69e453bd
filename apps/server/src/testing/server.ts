import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { onTestFinished } from 'vitest';
import type { Role } from '@callpoint/contract/permissions';
import { RECENT_MINUTES } from '@callpoint/contract/recent-minutes';
import { AccountsDb } from '../db/handles/accounts.ts';
import { buildApp } from '../app.ts';
import type { AppDependencies } from '../app/dependencies.ts';
import { readEnvironment } from '../delivery/channels/environment.ts';
import type { DatabaseLocation } from '../db/connection.ts';
import { SecretValues } from '../db/secret-values.ts';
import type { Db } from '../db/tables.ts';
import { LiveEvents } from '../events/live-events.ts';
import type { AccountEmail } from '../delivery/channels/account-email.ts';
import type { ConfiguredChannels } from '../delivery/channels/channel.ts';
import { QUOTAS, type QuotaTable } from '../http/admission/expensive-kinds.ts';
import type { ImageStore } from '../images/image-store.ts';
import { tableStore } from '../images/table-store.ts';
import { openLog } from '../http/logging/log.ts';
import { findInvalidSessions, hashToken } from '../http/auth/session-tokens.ts';
import { buildSession } from '../factories/accounts.ts';
import { testDatabase, type TestDatabase } from './databases/database.ts';
import { requireDeclaredStatus } from './calls/declared-statuses.ts';
import { readBytes, readHeaders, readText, send } from './calls/http-client.ts';
import { encodeBody, type RequestBody } from './calls/request-body.ts';
import { NO_CHANNELS } from '../factories/channels.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read any response body; their expectations check its type
export type TestResponse = { status: number; headers: Headers; body: any };

export type CallOptions = {
  token?: string;
  query?: Record<string, string | number>;
  /** Sent as JSON, or as a form if the call receives one. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: RequestBody;
  headers?: Record<string, string>;
};

export type TestServer = {
  url: string;
  db: Db;
  location: DatabaseLocation;
  /** All mounted routes. */
  routes: { method: string; url: string }[];
  /** Account emails that were sent. */
  mails: AccountEmail[];
  get(path: string, options?: CallOptions): Promise<TestResponse>;
  post(path: string, options?: CallOptions): Promise<TestResponse>;
  head(path: string, options?: CallOptions): Promise<TestResponse>;
  /** The token of a new session, as if the account had just signed in. */
  tokenOf(role: Role, id: number): Promise<string>;
  /** The token of a session with a sign-in `minutes` minutes ago. */
  olderTokenOf(role: Role, id: number, minutes?: number): Promise<string>;
};

/** For tests with calls from several networks: see `from`. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1' };

/** The headers of a call from another network address, to a server with the settings `BEHIND_PROXY`. */
export function from(address: string): { headers: Record<string, string> } {
  return { headers: { 'x-forwarded-for': address } };
}

/** For tests that make more calls than the quotas allow. */
export const NO_QUOTAS = Object.fromEntries(
  Object.keys(QUOTAS).map((kind) => [kind, { account: 1_000_000, network: 1_000_000 }]),
) as QuotaTable;

/**
 * A listening server with its own database, which is closed when the test finishes. Messages are planned and held. A
 * response with a status that the description of its call does not have fails the test.
 */
export async function testServer(
  options: {
    mail?: 'works' | 'not set up';
    variables?: Record<string, string>;
    beatMs?: number;
    log?: Logger;
    /** Null: there is no key. Default: a random key. */
    secretKey?: Buffer | null;
    channels?: ConfiguredChannels;
    wakeDelivery?: () => void;
    /** False: the delivery of this server cannot claim messages. */
    canClaim?: boolean;
    wakeEscalator?: () => void;
    push?: AppDependencies['push'];
    incidentAnswers?: AppDependencies['incidentAnswers'];
    /** By default a new one. */
    database?: TestDatabase;
    quotas?: QuotaTable;
    pressLimits?: AppDependencies['pressLimits'];
    onCall?: AppDependencies['onCall'];
    /** The approximate delay in milliseconds; default: none. */
    slowRejections?: number;
    slowReader?: AppDependencies['slowReader'];
    /** Default: the database. */
    images?: (db: Db, location: DatabaseLocation) => ImageStore;
    /** Milliseconds that a call waits for a connection to PostgreSQL; by default as long as in production. */
    longestWait?: number;
  } = {},
) {
  const { db, location } = options.database ?? (await testDatabase({ longestWait: options.longestWait }));
  const mails: AccountEmail[] = [];
  const routes: TestServer['routes'] = [];
  const live = new LiveEvents({
    findInvalidSessions: (ids) => findInvalidSessions(new AccountsDb(db), ids),
    log: openLog('silent'),
    ...(options.beatMs === undefined ? {} : { beatMs: options.beatMs }),
  });
  const app = await buildApp({
    db,
    environment: readEnvironment({ LOG_LEVEL: 'silent', PORT: '0', ...options.variables }),
    log: options.log ?? openLog('silent'),
    secrets: new SecretValues(options.secretKey === undefined ? randomBytes(32) : options.secretKey),
    channels: options.channels ?? NO_CHANNELS,
    images: options.images?.(db, location) ?? tableStore(db),
    live,
    sendEmail: options.mail === 'not set up' ? null : async (mail) => void mails.push(mail),
    wakeDelivery: options.wakeDelivery ?? (() => {}),
    canClaim: () => options.canClaim ?? true,
    wakeEscalator: options.wakeEscalator ?? (() => {}),
    push: options.push === undefined ? { publicKey: 'test-key', wake: () => {} } : options.push,
    incidentAnswers: options.incidentAnswers,
    quotas: options.quotas,
    pressLimits: options.pressLimits,
    onCall: options.onCall,
    slowRejections: options.slowRejections ?? 0,
    slowReader: options.slowReader,
    onRoute: ({ method, url: path }) =>
      routes.push(...[method].flat().map((name) => ({ method: name, url: path }))),
  });
  onTestFinished(async () => {
    await app.close();
    await live.close();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  async function call(
    method: string,
    path: string,
    { token, query, body, raw, headers }: CallOptions,
  ): Promise<TestResponse> {
    const target = new URL(path, url);
    for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, String(value));
    if (token !== undefined) target.searchParams.set('token', token);
    const encoded = raw ?? (body === undefined ? undefined : await encodeBody(method, path, body));
    const response = await send(target, {
      method,
      headers: { ...(encoded ? { 'content-type': encoded.type } : {}), ...headers },
      body: encoded?.body,
    });
    const status = response.statusCode ?? 0;
    requireDeclaredStatus(method, target.pathname, status);
    return { status, headers: readHeaders(response), body: await readBody(response) };
  }

  const server: TestServer = {
    url,
    db,
    location,
    routes,
    mails,
    get: (path, callOptions = {}) => call('GET', path, callOptions),
    post: (path, callOptions = {}) => call('POST', path, callOptions),
    head: (path, callOptions = {}) => call('HEAD', path, callOptions),
    tokenOf: (role, id) => buildSession(db, role, id),
    async olderTokenOf(role, id, minutes = RECENT_MINUTES) {
      const token = await buildSession(db, role, id);
      const authenticated_at = new Date(Date.now() - minutes * 60_000).toISOString();
      await db
        .updateTable('session')
        .set({ authenticated_at })
        .where('token_hash', '=', hashToken(token))
        .execute();
      return token;
    },
  };
  return server;
}

async function readBody(response: IncomingMessage): Promise<unknown> {
  const type = response.headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) return firstMessage(response);
  // A file has no `ok` field; this adds one, so that tests can read it like any other response.
  if (type.startsWith('image/')) return { ok: true, image: (await readBytes(response)).toString('base64') };
  if (type === 'application/pdf') return { ok: true, pdf: (await readBytes(response)).toString('base64') };
  const text = await readText(response);
  if (response.headers['content-disposition']?.endsWith('.json"'))
    return { ok: true, file: JSON.parse(text) };
  if (type.startsWith('text/csv')) return { ok: true, csv: text };
  return type.includes('json') && text !== '' ? JSON.parse(text) : text;
}

/** The first message of a stream. The stream has no end, so it is closed then. */
async function firstMessage(response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    const message = /^data: (.*)$/m.exec(text)?.[1];
    if (message !== undefined) return JSON.parse(message);
  }
  throw new Error('the stream was closed without a message');
}
