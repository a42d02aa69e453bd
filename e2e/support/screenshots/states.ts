import type { BrowserContext } from '@playwright/test';
import { DEMO_LOGINS } from '@callpoint/server/demo/logins';
import { buildConfiguration } from '@callpoint/server/factories/configuration';
import { startStripe } from '@callpoint/server/testing/providers/stripe/stripe';
import { startSmtpServer } from '@callpoint/server/testing/providers/smtp';
import { callOrThrow } from '../calls.ts';
import { serveCardScript } from '../card-script.ts';
import { ADMIN, startServer, type Server } from '../server.ts';
import type { DemoSessions } from '../sample-paths.ts';
import { fillEmpty, fillFull, fillLong } from './data.ts';

/** The states in which each screen of the console is shown: the data of a server, or a fault of the network. */

export type PreparedState = {
  url: string;
  sessions: DemoSessions;
  /** Added to each address. */
  query: string;
  /** Applies the state to a browser. */
  apply: (context: BrowserContext) => Promise<unknown>;
  stop: () => Promise<void>;
};

const CALLS = /\/[ts]?api\/v1\/(?!login)/;
const UNAVAILABLE = {
  status: 503,
  json: { ok: false, msg: 'The server is starting. Try again in a minute.' },
};

/** Prepares a state; `demoUrl` is the address of the server with the demo's data. */
export const STATES: Readonly<Record<string, (demoUrl: string) => Promise<PreparedState>>> = {
  demo: (url) => openDemo(url, async () => {}),
  error: (url) => openDemo(url, (context) => context.route(CALLS, (route) => route.fulfill(UNAVAILABLE))),
  offline: (url) => openDemo(url, (context) => context.route(CALLS, (route) => route.abort())),
  empty: () => openFilled(fillEmpty, ''),
  long: () => openFilled(fillLong, ''),
  full: () => openFilled(fillFull, '?per_page=500'),
};

async function openDemo(url: string, apply: PreparedState['apply']): Promise<PreparedState> {
  return { url, query: '', apply, sessions: await logIn(url, DEMO_LOGINS), stop: async () => {} };
}

/** A server whose subscriber and data `fill` creates. It uses simulated providers of email and payments. */
async function openFilled(
  fill: (server: Server) => Promise<{ email: string; password: string }>,
  query: string,
): Promise<PreparedState> {
  const smtp = await startSmtpServer();
  // Half of all addresses do not exist, so that lists also have failed messages.
  smtp.behave(({ at, to }) =>
    at === 'rcpt' && to.length % 2 === 1 ? { code: 550, text: '5.1.1 User unknown' } : undefined,
  );
  const stripe = await startStripe();
  const server = await startServer({ smtpUrl: smtp.url, variables: stripe.variables });
  await server.withDatabase((db) =>
    buildConfiguration(db, {
      payment_secret_key: stripe.secretKey,
      payment_publishable_key: stripe.publishableKey,
    }),
  );
  const team = await fill(server);
  return {
    url: server.url,
    query,
    apply: (context) => serveCardScript(context, stripe),
    sessions: await logIn(server.url, [
      { role: 'team', ...team },
      { role: 'admin', ...ADMIN },
    ]),
    async stop() {
      await server.stop();
      await Promise.all([smtp.close(), stripe.close()]);
    },
  };
}

type Login = { role: string; email: string; password: string };

async function logIn(url: string, logins: readonly Login[]): Promise<DemoSessions> {
  const logInAs = async (role: 'team' | 'admin') => {
    type LoginResponse = { data: DemoSessions['team'] };
    const login = logins.find((it) => it.role === role);
    const body = { email: login?.email, password: login?.password, role };
    return (await callOrThrow<LoginResponse>(url, '/sapi/v1/login', { body })).data;
  };
  return { team: await logInAs('team'), admin: await logInAs('admin') };
}
