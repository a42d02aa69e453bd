import { expect, test } from 'vitest';
import { errorBody, getCallErrors } from '@callpoint/contract/call-errors';
import { CALLS, findCall, operationId } from '@callpoint/contract/calls';
import { failure, failureList } from '@callpoint/contract/errors';
import type { Role } from '@callpoint/contract/permissions';
import { AccountsDb } from '../src/db/handles/accounts.ts';
import { createLink } from '../src/http/auth/account-links.ts';
import { raiseAlarms } from '../src/delivery/watchdog/raise-alarm.ts';
import { EXAMPLE_CLIENT_ID, EXAMPLE_IMAGE_KEY } from '@callpoint/contract/call-parts';
import { SYSTEM } from '../src/db/history/audit.ts';
import { TenantDb } from '../src/db/handles/tenant.ts';
import { deleteFormSubmission } from '../src/features/submissions/submissions.repository.ts';
import { buildAdmin, buildAppUser, buildTeam, FACTORY_PASSWORD } from '../src/factories/accounts.ts';
import { buildIncident } from '../src/factories/incidents.ts';
import { addImageToForm, buildImage } from '../src/factories/images.ts';
import { buildSubmission, storeSubmissions } from '../src/factories/submissions.ts';
import { buildInvoice } from '../src/factories/subscriptions.ts';
import { buildVersion } from '../src/factories/versions.ts';
import { tableStore } from '../src/images/table-store.ts';
import { EXAMPLE_IMAGE } from '../src/testing/input/example-image.ts';
import { buildCheckIn } from '../src/testing/phones/check-ins.ts';
import { requireDeclaredStatus } from '../src/testing/calls/declared-statuses.ts';
import { plannedEmail } from '../src/testing/outbox.ts';
import { resourceCases } from '../src/testing/resources.ts';
import { ROUTES } from '../src/testing/routes.ts';
import { exampleStatus } from '../src/testing/routes/route-example.ts';
import { testServer, type TestServer } from '../src/testing/server.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';
import { NO_CHANNELS } from '../src/factories/channels.ts';

test('the API description is the committed one: run with -u to accept a change, and review it', async () => {
  const server = await testServer();
  const { status, body } = await server.get('/api/docs/json');
  expect(status).toBe(200);
  await expect(`${JSON.stringify(body, null, 1)}\n`).toMatchFileSnapshot('../../../docs/openapi.json');
});

type Schema = { description?: string; enum?: unknown[]; properties?: Record<string, Schema> };
type Operation = {
  operationId?: string;
  parameters?: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};

/** The fields without a description. */
function undocumentedFields(path: string, fields: Record<string, Schema>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.properties) return undocumentedFields(`${path}.${name}`, field.properties);
    return field.description ? [] : [`${path}.${name}`];
  });
}

test('every field and parameter has a description, and every call lists its errors', async () => {
  const server = await testServer();
  const { body } = await server.get('/api/docs/json');
  const paths = body.paths as Record<string, Record<string, Operation>>;
  const missing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters = [], requestBody }) => [
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        undocumentedFields(path, schema.properties ?? {}),
      ),
      ...parameters.filter(({ description }) => !description).map(({ name }) => `${path}?${name}`),
    ]),
  );
  expect(missing).toEqual([]);
  // Further errors of these calls; the first two change data by GET.
  for (const [call, status] of [
    ['get /api/v1/upgradeByAdmin', '409'],
    ['get /tapi/v1/convertToFree', '409'],
    ['post /tapi/v1/changePassword', '503'],
    ['post /tapi/v1/createCustom/app_user', '503'],
    ['post /sapi/v1/logout', '429'],
    ['get /api/v1/export/audit', '429'],
    ['get /tapi/v1/listPaged/plan', '429'],
    ['post /mapi/v1/form_submission', '429'],
    ['get /mapi/v1/dashboard', '500'],
    ['get /mapi/v1/dashboard', '503'],
  ] as const) {
    const [method = '', path = ''] = call.split(' ');
    expect([call, Object.keys(paths[path]?.[method]?.responses ?? {})]).toEqual([
      call,
      expect.arrayContaining([status]),
    ]);
  }
});

test('a status that the description of a call does not have fails the test that receives it', () => {
  expect(() => requireDeclaredStatus('GET', '/mapi/v1/dashboard', 503)).not.toThrow();
  expect(() => requireDeclaredStatus('GET', '/mapi/v1/dashboard', 429)).toThrow(
    'GET /mapi/v1/dashboard returned 429, which is missing in its description',
  );
});

test('every operation of the description has the operationId of its call, once', async () => {
  const server = await testServer();
  const { body } = await server.get('/api/docs/json');
  const described = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        findCall(method.toUpperCase(), path)?.name,
      ]),
  );
  const ids = CALLS.flatMap((call) => call.bases.map((base) => [operationId(call, base), call.name]));
  expect(new Set(ids.map(([id]) => id)).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(described));
  expect(described.length).toBeGreaterThan(90);
});

test.each(CALLS.map((call) => [call.name, call] as const))(
  'the examples of %s match its schemas, with no further field',
  (_name, call) => {
    expect(call.response.parse(call.example.response)).toEqual(call.example.response);
    const query = call.query?.safeParse(call.example.query ?? {});
    const body = call.body?.safeParse(call.example.body ?? {});
    expect([query?.error, body?.error]).toEqual([undefined, undefined]);
    const shape = call.errorShape === 'list' ? failureList : failure;
    for (const error of getCallErrors(call, call.bases[0])) {
      const example = errorBody(error, call.errorShape);
      expect(shape.parse(example)).toEqual(example);
    }
  },
);

test('the API page is served, and may run only our own scripts', async () => {
  const server = await testServer();
  const page = await server.get('/api/docs');
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('Callpoint API')]);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
});

/** Creates rows with the id 1, as the examples use it. Returns a token for each role. */
async function createFirstRows(server: TestServer): Promise<Record<Role, string>> {
  const { db } = server;
  const at = new Date().toISOString();
  const plan = {
    plan_name: '1-25 end users',
    plan_cost_cents: 4995,
    plan_term: 'Monthly',
    max_users: 25,
    updated_at: at,
  };
  await db
    .insertInto('plan')
    .values({ ...plan, plan_stripe_id: 'plan_25_monthly' })
    .execute();
  await db
    .insertInto('config')
    .values({ config_key: 'user_submission_emails', config_value: '', updated_at: at })
    .execute();
  const team = await buildTeam(db, { email: 'safety@example.com' });
  await db
    .insertInto('subscription')
    .values({
      id: 'sub_1',
      team_id: team.id,
      created: at,
      current_period_start: at,
      current_period_end: at,
      cancel_at_period_end: 0,
      trial_end: null,
      reads_started: 0,
      read_stored: 0,
      overdue_emails: 0,
      overdue_email_attempts: 0,
    })
    .execute();
  await buildInvoice(db, { team_id: team.id, invoice_id: 'in_1', number: 'C0FFEE-0001' });
  const user = await buildAppUser(db, team.id, { email: 'user@example.com', password: FACTORY_PASSWORD });
  const [press] = await storeSubmissions(db, [
    buildSubmission(user, { messages: [plannedEmail()], clientId: EXAMPLE_CLIENT_ID }),
    buildSubmission(user, { item: { kind: 'form', id: 3 } }),
    buildSubmission(user, { item: { kind: 'form', id: 3 } }),
  ]);
  await buildImage(db, tableStore(db), user, { key: EXAMPLE_IMAGE_KEY });
  await addImageToForm(db, user, 1, EXAMPLE_IMAGE_KEY);
  await deleteFormSubmission(new TenantDb(db, { teamId: team.id }, SYSTEM), 2);
  const needs = {
    db,
    channels: NO_CHANNELS,
    smsFrom: null,
    smsCountries: null,
    publicUrl: null,
  };
  await raiseAlarms(needs, 'button', [{ id: press?.id ?? 0, reason: 'not_accepted' }], new Date());
  for (const [name, { insert }] of resourceCases) {
    const first = await db
      .selectFrom(name as 'plan')
      .select('id')
      .executeTakeFirst();
    if (!first) await insert(db, { teamId: team.id, mark: 'first' });
  }
  await buildVersion(db, team.id);
  await buildIncident(db, { id: press?.id ?? 0, team_id: team.id, app_user_id: user.id });
  const { id: checkIn } = await buildCheckIn(db, user, { dueAt: new Date(Date.now() + 30 * 60_000) });
  await db.updateTable('check_in').set({ client_id: EXAMPLE_CLIENT_ID }).where('id', '=', checkIn).execute();
  const admin = await buildAdmin(db);
  return {
    admin: await server.tokenOf('admin', admin.id),
    team: await server.tokenOf('team', team.id),
    app_user: await server.tokenOf('app_user', user.id),
  };
}

/** `npm test` makes every third call. */
const CALLED = ROUTES.filter(({ allowed }) => allowed.length > 0).filter(
  (_, index) => TEST_LENGTH !== 'short' || index % 3 === 0,
);

test.each(CALLED)(
  'the example of $method $path succeeds, or is rejected because nothing was paid',
  async (route) => {
    const { method, path, allowed } = route;
    const server = await testServer({ channels: { ...NO_CHANNELS, email: true, sms: true } });
    const tokens = await createFirstRows(server);
    if (path.endsWith('/convertToFree'))
      await server.db.updateTable('team').set({ plan: 'upgrade_by_admin' }).execute();
    if (path.endsWith('/resend/delivery'))
      await server.db.updateTable('delivery').set({ state: 'failed' }).execute();
    const declared = findCall(method, path)?.example;
    const example: Record<string, unknown> = {
      ...((method === 'GET' ? declared?.query : declared?.body) as object),
    };
    if (path.endsWith('/resetPassword')) {
      await server.post('/sapi/v1/forgotPassword', {
        body: findCall('POST', '/sapi/v1/forgotPassword')?.example.body,
      });
      await expect.poll(() => server.mails.length).toBe(1);
      example['token'] = /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1];
    }
    if (path.endsWith('/unlockSignIn')) {
      const email = 'safety@example.com';
      const link = { purpose: 'unlock', role: 'team', accountId: 1, email, minutes: 60 } as const;
      example['token'] = await createLink(new AccountsDb(server.db), link);
    }
    if (path.endsWith('/mapi/v1/install')) {
      const link = { purpose: 'install', role: 'app_user', accountId: 1, minutes: 10 } as const;
      example['code'] = await createLink(new AccountsDb(server.db), { ...link, email: 'user@example.com' });
    }
    if (path.endsWith('/sendConfirmation') || path.endsWith('/confirmEmail'))
      await server.db.updateTable('team').set({ email_confirmed_at: null }).execute();
    if (path.endsWith('/confirmEmail')) {
      const link = { purpose: 'confirm', role: 'team', accountId: 1, minutes: 10 } as const;
      example['token'] = await createLink(new AccountsDb(server.db), {
        ...link,
        email: 'safety@example.com',
      });
    }
    if (example['image']) example['image'] = EXAMPLE_IMAGE;
    const token = allowed === 'public' ? {} : { token: tokens[allowed[0] as Role] };
    const response =
      method === 'GET'
        ? await server.get(path, { ...token, query: example as Record<string, string> })
        : await server.post(path, { ...token, body: example });
    const status = exampleStatus(route);
    expect([response.status, response.body]).toEqual([
      status,
      expect.objectContaining({ ok: status === 200 }),
    ]);
    if (path.includes('/listPaged/')) expect(response.body.items.length).toBeGreaterThan(0);
  },
);
