import { expect, onTestFinished, test } from 'vitest';
import { startSession } from '../src/http/auth/session-tokens.ts';
import { openDatabase } from '../src/db/connection.ts';
import { buildAdmin } from '../src/factories/accounts.ts';
import { crowd, largestSettings, LONGEST_MESSAGE, MANY_USERS } from '../src/testing/crowded-tenant.ts';
import { newDatabase } from '../src/testing/database.ts';
import { ROUTES, type RouteExample } from '../src/testing/routes.ts';
import { startServerProcess } from '../src/testing/server-process.ts';
import { startSmtpServer } from '../src/testing/smtp.ts';
import { buildTenant, rowsOf, type CallInput, type Rows } from '../src/testing/tenant.ts';

/**
 * No call keeps the event loop for long, whatever its content: each one with the largest input that it accepts, on
 * lists as long as a page and texts as long as they can be. Measured in processor time of the server's own thread.
 */

/** In milliseconds of processor time. */
const LONGEST_TURN = 50;
/** The first call of a kind compiles its code and queries: one of several tries must stay below. */
const TRIES = 3;
/** Exports have a quota. */
const countAttempts = ({ path }: RouteExample) => (path.includes('/export/') ? 2 : TRIES);

const PAGE = { page: 1, per_page: 500 };

/** How long texts may be that people write about themselves and their plans. */
const LONGEST_TEXTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['account_name', 'first_name', 'last_name', 'name', 'plan_name'].map((key) => [key, 'é'.repeat(100)]),
  ),
  plan_term: 'é'.repeat(50),
  sms_consent: 'é'.repeat(500),
  config_value: Array.from(
    { length: 20 },
    (_, at) => `${'a'.repeat(60)}${at}@${'b'.repeat(60)}.example`,
  ).join(),
};

/** The same fields, with the longest texts. */
function withLongestTexts(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (key === 'data') return [key, withLongestTexts(value as Record<string, unknown>)];
      return [key, typeof value === 'string' ? (LONGEST_TEXTS[key] ?? value) : value];
    }),
  );
}

/** As many fields as a body may hold, none of which a call knows. */
const UNKNOWN_FIELDS = Object.fromEntries(Array.from({ length: 26_000 }, (_, at) => [at.toString(36), 1]));

/** Bodies of which as much as possible is wrong: unknown fields in each of their objects. */
function worst({ example }: RouteExample, rows: Rows): object[] {
  const { body } = example(rows);
  if (!body) return [];
  const objects = Object.entries(body).filter(([, value]) => typeof value === 'object' && value !== null);
  return [UNKNOWN_FIELDS, ...objects.map(([key]) => ({ ...body, [key]: UNKNOWN_FIELDS }))];
}

/** What makes a call of the table as large as it may be. */
function largest({ path, example }: RouteExample, rows: Rows): CallInput {
  const input = example(rows);
  if (path.includes('/listPaged/') || path.includes('/export/')) {
    const { filter_id: _, ...query } = input.query ?? {};
    return { query: { ...query, ...PAGE, related: 'app_user' } };
  }
  if (path.endsWith('/preview/submission') || path.endsWith('/test/message')) {
    const item = { kind: 'form', id: 3 } as const;
    const { button_id: __, ...body } = input.body ?? {};
    return { body: { ...body, f_id: 3, message: LONGEST_MESSAGE, settings: largestSettings(item) } };
  }
  if (path.endsWith('/form_submission') && path.startsWith('/mapi/')) {
    return { body: { ...input.body, message: LONGEST_MESSAGE } };
  }
  if (path.endsWith('/update/settings')) {
    return { body: { ...input.body, data: { setting_value: 'é'.repeat(1_000) } } };
  }
  return input.body ? { ...input, body: withLongestTexts(input.body) } : input;
}

test('the largest input of every call lets others in within 50 ms', async () => {
  const { location, drop } = await newDatabase();
  const db = openDatabase(location, () => {});
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const tenant = await buildTenant(db);
  await crowd(db, tenant);
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const adminId = (await buildAdmin(db)).id;
  const server = await startServerProcess(location, {
    nodeOptions: ['--import', new URL('../src/testing/turn-meter.ts', import.meta.url).href],
    variables: { SMTP_URL: smtp.url },
  });
  onTestFinished(async () => void (await server.end('SIGTERM')));
  const meter = await server.line(/^turn meter (http:\S+)$/m);
  const longestTurn = async () => Number(await (await fetch(meter)).text());
  const send = async (route: RouteExample, url: URL, token: string | null, body: object | undefined) => {
    await longestTurn();
    const answer = await fetch(url, {
      method: route.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await answer.arrayBuffer();
    return { status: answer.status, turn: await longestTurn() };
  };
  const ids = { admin: adminId, team: tenant.team.id, app_user: tenant.user.id };

  const turns: [call: string, ms: number][] = [];
  for (const route of ROUTES) {
    // Its stream has no end.
    if (route.path.endsWith('/events')) continue;
    const role = route.allowed === 'public' ? null : route.allowed[0];
    // Nobody may make this call on this base.
    if (role === undefined) continue;
    const name = `${route.method} ${route.path}`;
    // Infinity as long as every try is rejected: the call was not measured.
    let shortest = Infinity;
    for (let each = 0; each < countAttempts(route) && shortest > LONGEST_TURN; each += 1) {
      const { query, body } = largest(route, await rowsOf(db, tenant));
      // Another call may have ended the upgrade; only what confirms an address needs one that is not confirmed.
      const confirmed = route.path.includes('onfirm') ? null : new Date().toISOString();
      await db
        .updateTable('team')
        .set({ max_users: 2 * MANY_USERS, email_confirmed_at: confirmed })
        .where('id', '=', tenant.team.id)
        .execute();
      const url = new URL(route.path, server.url);
      for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, String(value));
      // A call before this one may have ended every session.
      const token = role && (await startSession(db, role, ids[role]));
      const { status, turn } = await send(route, url, token, body);
      // A call that is rejected would show nothing.
      if (status === 200) shortest = Math.min(shortest, turn);
    }
    turns.push([name, shortest]);
    const rows = await rowsOf(db, tenant);
    for (const [number, body] of worst(route, rows).entries()) {
      let least = Infinity;
      for (let each = 0; each < TRIES && least > LONGEST_TURN; each += 1) {
        const token = role && (await startSession(db, role, ids[role]));
        const { status, turn } = await send(route, new URL(route.path, server.url), token, body);
        if (status === 400) least = Math.min(least, turn);
      }
      turns.push([`${name}, unknown fields ${number}`, least]);
    }
  }
  expect(turns.filter(([, ms]) => ms > LONGEST_TURN)).toEqual([]);
}, 300_000);
