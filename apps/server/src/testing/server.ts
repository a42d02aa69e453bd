import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { onTestFinished } from 'vitest';
import type { Role } from '@callpoint/contract/permissions';
import { RECENT_MINUTES } from '@callpoint/contract/sessions';
import { buildApp } from '../app.ts';
import { readEnvironment } from '../config/environment.ts';
import type { DatabaseLocation } from '../db/connection.ts';
import { SecretValues } from '../db/secret-values.ts';
import type { Db } from '../db/tables.ts';
import { LiveEvents } from '../events/live-events.ts';
import type { AccountMail } from '../delivery/channels/account-mail.ts';
import type { ConfiguredChannels } from '../delivery/channels/channel.ts';
import { QUOTAS, type QuotaTable } from '../http/admission/expensive-work.ts';
import { openLog } from '../http/log.ts';
import { endedSessions, hashToken, startSession } from '../http/auth/session-tokens.ts';
import { testDatabase } from './database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into whatever was answered; its expectations are the check
export type Answer = { status: number; headers: Headers; body: any };

export type CallOptions = {
  token?: string;
  query?: Record<string, string | number>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: { body: string | Uint8Array<ArrayBuffer>; type: string };
  headers?: Record<string, string>;
};

export type TestServer = {
  url: string;
  db: Db;
  location: DatabaseLocation;
  /** Every route that is mounted. */
  routes: { method: string; url: string }[];
  /** Account mails that left. */
  mails: AccountMail[];
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, options?: CallOptions): Promise<Answer>;
  head(path: string, options?: CallOptions): Promise<Answer>;
  /** A token of a new session, which is as if the account had just signed in. */
  tokenOf(role: Role, id: number): Promise<string>;
  /** The same, of a sign-in so many minutes ago. */
  olderTokenOf(role: Role, id: number, minutes?: number): Promise<string>;
};

/** For tests in which calls come from several networks: see `from`. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1' };

/** Headers of a call that came from another network address, to a server that is `BEHIND_PROXY`. */
export function from(address: string): { headers: Record<string, string> } {
  return { headers: { 'x-forwarded-for': address } };
}

/** For tests that make more calls than anybody may. */
export const NO_QUOTAS = Object.fromEntries(
  Object.keys(QUOTAS).map((kind) => [kind, { account: 1_000_000, network: 1_000_000 }]),
) as QuotaTable;

/** A listening server on a database of its own, gone when the test ends. Messages are planned and held. */
export async function testServer(
  options: {
    mail?: 'works' | 'not set up';
    variables?: Record<string, string>;
    beatMs?: number;
    log?: Logger;
    /** Null: there is none; a random one if it is left out. */
    secretKey?: Buffer | null;
    channels?: ConfiguredChannels;
    wakeDelivery?: () => void;
    quotas?: QuotaTable;
    /** Milliseconds, more or less; left out, no time. */
    slowRejections?: number;
  } = {},
) {
  const { db, location } = await testDatabase();
  const mails: AccountMail[] = [];
  const routes: TestServer['routes'] = [];
  const live = new LiveEvents({
    endedSessions: (ids) => endedSessions(db, ids),
    log: openLog('silent'),
    ...(options.beatMs === undefined ? {} : { beatMs: options.beatMs }),
  });
  const app = await buildApp({
    db,
    environment: readEnvironment({ LOG_LEVEL: 'silent', PORT: '0', ...options.variables }),
    log: options.log ?? openLog('silent'),
    secrets: new SecretValues(options.secretKey === undefined ? randomBytes(32) : options.secretKey),
    channels: options.channels ?? { email: false, sms: false },
    live,
    sendMail: options.mail === 'not set up' ? null : async (mail) => void mails.push(mail),
    wakeDelivery: options.wakeDelivery ?? (() => {}),
    quotas: options.quotas,
    slowRejections: options.slowRejections ?? 0,
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
  ): Promise<Answer> {
    const target = new URL(path, url);
    for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, String(value));
    if (token !== undefined) target.searchParams.set('token', token);
    const type = raw?.type ?? (body === undefined ? undefined : 'application/json');
    const response = await fetch(target, {
      method,
      headers: { ...(type ? { 'content-type': type } : {}), ...headers },
      ...(raw ? { body: raw.body } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      return { status: response.status, headers: response.headers, body: await firstMessage(response) };
    }
    const text = await response.text();
    // A file is answered without the shape of a call: tests that look for one find it here.
    if (response.headers.get('content-type')?.startsWith('text/csv')) {
      return { status: response.status, headers: response.headers, body: { ok: true, csv: text } };
    }
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
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
    tokenOf: (role, id) => startSession(db, role, id),
    async olderTokenOf(role, id, minutes = RECENT_MINUTES) {
      const token = await startSession(db, role, id);
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

/** The first message of a stream, which has no end; it is given up then. */
async function firstMessage(response: Response): Promise<unknown> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const message = /^data: (.*)$/m.exec(text)?.[1];
    if (message !== undefined) return JSON.parse(message);
  }
  throw new Error('the stream ended without a message');
}
