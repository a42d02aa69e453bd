import { randomBytes } from 'node:crypto';
import { MAX_BULK_ROWS } from '@callpoint/contract/bulk';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import type { Db } from '../../db/tables.ts';
import { buildAppUser, buildSession, buildAdmin } from '../../factories/accounts.ts';
import { fillTenant, largestSettings, MAX_MESSAGE, MANY_USERS } from './large-tenant.ts';
import { openImageStore } from '../../images/open-store.ts';
import { newDatabase } from '../databases/database.ts';
import { encodeBody } from '../calls/request-body.ts';
import { resourceCases } from '../resources.ts';
import { ROUTES } from '../routes.ts';
import { exampleStatus, type RouteExample } from '../routes/route-example.ts';
import { startServerProcess } from '../processes/server-process.ts';
import { TEST_LENGTH } from '../test-length.ts';
import { buildNoise } from './sample-images.ts';
import { startSmtpServer } from '../providers/smtp.ts';
import { prepareExampleRows } from '../rows/prepare-rows.ts';
import type { CallInput, ExampleRows } from '../calls/example-rows.ts';
import { buildTenant, type Tenant } from '../tenant.ts';

/**
 * No call blocks the event loop for long. Each call gets the largest input that it accepts, on lists as long as a page
 * with texts of the maximum length. The time is processor time of the server's main thread.
 */

/** How many times as long as the meter's reference, which is 9 to 15 ms, so that a slow machine changes nothing. */
const MAX_TICK = 10;
/**
 * The first call of a kind compiles its code and queries, so only one of several attempts must stay below the limit.
 */
const ATTEMPTS = 3;
/** Exports have a quota. */
const attemptsOf = ({ path }: RouteExample) => (path.includes('/export/') ? 2 : ATTEMPTS);

const PAGE = { page: 1, per_page: 500 };

/** The longest values of texts about people and of resources, by field. */
const MAX_TEXTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['account_name', 'first_name', 'last_name', 'name'].map((key) => [key, 'é'.repeat(100)]),
  ),
  ...Object.fromEntries(
    resourceCases.flatMap(([, { texts }]) =>
      Object.entries(texts).map(([key, most]) => [key, 'é'.repeat(most)]),
    ),
  ),
  plan_term: 'é'.repeat(50),
  sms_consent: 'é'.repeat(500),
  config_value: Array.from(
    { length: 20 },
    (_, at) => `${'a'.repeat(60)}${at}@${'b'.repeat(60)}.example`,
  ).join(),
};

/** Almost 10 MiB. */
const LARGEST_IMAGE = await buildNoise({ width: 4300, height: 2900 }).jpeg({ quality: 60 }).toBuffer();

/** The same fields, with the longest texts. */
function withLongestTexts(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (key === 'data') return [key, withLongestTexts(value as Record<string, unknown>)];
      return [key, typeof value === 'string' ? (MAX_TEXTS[key] ?? value) : value];
    }),
  );
}

/** As many unknown fields as a body can contain. */
const UNKNOWN_FIELDS = Object.fromEntries(Array.from({ length: 26_000 }, (_, at) => [at.toString(36), 1]));

/** Bodies with as many errors as possible: unknown fields in each of their objects. */
function invalidBodies({ example }: RouteExample, rows: ExampleRows): object[] {
  const { body } = example(rows);
  if (!body) return [];
  const objects = Object.entries(body).filter(([, value]) => typeof value === 'object' && value !== null);
  return [UNKNOWN_FIELDS, ...objects.map(([key]) => ({ ...body, [key]: UNKNOWN_FIELDS }))];
}

/** The largest valid input of a call in the table of routes. */
function largestInput({ path, example }: RouteExample, rows: ExampleRows): CallInput {
  const input = example(rows);
  if (path.includes('/listPaged/') || path.includes('/export/')) {
    const { filter_id: _, ...query } = input.query ?? {};
    return { query: { ...query, ...PAGE, related: 'app_user' } };
  }
  if (path.endsWith('/records')) return { query: { per_page: 500, filter_search: 'é' } };
  if (path.endsWith('Filter')) {
    return {
      body: {
        ...input.body,
        name: 'é'.repeat(60),
        ...(path.includes('save') ? { query: 'a'.repeat(1_000) } : {}),
      },
    };
  }
  if (path.endsWith('mport/app_user')) {
    const unique = `${rows.unique}-${'a'.repeat(20)}`;
    const users = Array.from(
      { length: 500 },
      (_, at) => `${'é'.repeat(90)},${unique}${at}@work.example,+12025550143,Quiet-harbour-77,yes`,
    );
    const csv = ['Name,Email,Phone,Password,SMS consent', ...users].join('\n').slice(0, 100_000);
    const part = path.includes('/import/') ? { rows: Array.from({ length: 50 }, (_, at) => at + 2) } : {};
    return { body: { ...input.body, csv, ...part } };
  }
  if (path.includes('/bulk')) {
    return { body: { ...input.body, ids: Array.from({ length: MAX_BULK_ROWS }, (_, index) => index + 1) } };
  }
  if (path.endsWith('/preview/submission') || path.endsWith('/test/message')) {
    const item = { kind: 'form', id: 3 } as const;
    const { button_id: __, ...body } = input.body ?? {};
    return { body: { ...body, f_id: 3, message: MAX_MESSAGE, settings: largestSettings(item) } };
  }
  if (path.endsWith('/form_submission') && path.startsWith('/mapi/')) {
    return { body: { ...input.body, message: MAX_MESSAGE } };
  }
  if (path.endsWith('/images') && input.body) return { body: { image: LARGEST_IMAGE.toString('base64') } };
  if (path.endsWith('/update/settings')) {
    return { body: { ...input.body, data: { setting_value: 'é'.repeat(1_000) } } };
  }
  return input.body ? { ...input, body: withLongestTexts(input.body) } : input;
}

/** Deleted users cannot be deleted again, and other calls need the tenant's own. */
async function idsOfNewUsers(db: Db, { team }: Tenant): Promise<number[]> {
  const users: number[] = [];
  while (users.length < MAX_BULK_ROWS) users.push((await buildAppUser(db, team.id)).id);
  return users;
}

/** Makes each call with its largest input, in a test; rejects with the calls that block the event loop for too long. */
export async function expectShortTicks(): Promise<void> {
  const { location, drop } = await newDatabase();
  const db = openDatabase(location, () => {});
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const images = openImageStore(db, location);
  const tenant = await buildTenant(db);
  await fillTenant(db, tenant);
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const adminId = (await buildAdmin(db)).id;
  const server = await startServerProcess(location, {
    nodeOptions: ['--import', new URL('../processes/event-loop-meter.ts', import.meta.url).href],
    // With PostgreSQL there is no file of the key; without one, phones cannot subscribe to push messages.
    variables: { SMTP_URL: smtp.url, SECRET_KEY: randomBytes(32).toString('base64') },
  });
  onTestFinished(async () => void (await server.end('SIGTERM')));
  const meter = await server.line(/^event loop meter (http:\S+)$/m);
  const reference = Number(await (await fetch(new URL('/reference', meter))).text());
  const longestTick = async () => Number(await (await fetch(meter)).text()) / reference;
  const send = async (route: RouteExample, url: URL, token: string | null, body: object | undefined) => {
    await longestTick();
    const encoded = body ? await encodeBody(route.method, route.path, body) : null;
    const response = await fetch(url, {
      method: route.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(encoded ? { 'content-type': encoded.type } : {}),
      },
      ...(encoded ? { body: encoded.body } : {}),
    });
    await response.arrayBuffer();
    return { status: response.status, tick: await longestTick() };
  };
  const ids = { admin: adminId, team: tenant.team.id, app_user: tenant.user.id };

  const ticks: [call: string, times: number][] = [];
  for (const [index, route] of ROUTES.entries()) {
    // `npm test` measures every fourth call.
    if (TEST_LENGTH === 'short' && index % 4 !== 0) continue;
    // An event stream has no end.
    if (route.path.endsWith('/events')) continue;
    const role = route.allowed === 'public' ? null : route.allowed[0];
    // No role may make this call on this base.
    if (role === undefined) continue;
    const name = `${route.method} ${route.path}`;
    // Infinity if every attempt is rejected: then the call was not measured.
    let shortest = Infinity;
    for (let attempt = 0; attempt < attemptsOf(route) && shortest > MAX_TICK; attempt += 1) {
      const { query, body } = largestInput(route, await prepareExampleRows(db, tenant, { images, route }));
      if (body && route.path.endsWith('/bulkDelete/app_user')) body['ids'] = await idsOfNewUsers(db, tenant);
      // Another call may have ended the upgrade. Only calls that confirm an address need an unconfirmed one.
      const confirmed = route.path.includes('onfirm') ? null : new Date().toISOString();
      await db
        .updateTable('team')
        .set({ max_users: 2 * MANY_USERS, email_confirmed_at: confirmed })
        .where('id', '=', tenant.team.id)
        .execute();
      const url = new URL(route.path, server.url);
      for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, String(value));
      // An earlier call may have ended every session.
      const token = role && (await buildSession(db, role, ids[role]));
      const { status, tick } = await send(route, url, token, body);
      // Only calls with the expected status count.
      if (status === exampleStatus(route)) shortest = Math.min(shortest, tick);
    }
    ticks.push([name, shortest]);
    const rows = await prepareExampleRows(db, tenant, { images, route });
    for (const [number, body] of invalidBodies(route, rows).entries()) {
      let shortestInvalid = Infinity;
      for (let attempt = 0; attempt < ATTEMPTS && shortestInvalid > MAX_TICK; attempt += 1) {
        const token = role && (await buildSession(db, role, ids[role]));
        const { status, tick } = await send(route, new URL(route.path, server.url), token, body);
        if (status === 400) shortestInvalid = Math.min(shortestInvalid, tick);
      }
      ticks.push([`${name}, unknown fields ${number}`, shortestInvalid]);
    }
  }
  expect(ticks.filter(([, times]) => times > MAX_TICK)).toEqual([]);
}
