import type { Role } from '@callpoint/contract/permissions';
import { expect, onTestFinished, test } from 'vitest';
import type { ChannelAdapter } from '../src/delivery/channels/channel.ts';
import { DeliveryWorker } from '../src/delivery/worker/worker.ts';
import { buildAdmin, buildAppUser } from '../src/factories/accounts.ts';
import { buildConfiguration, changeSettings } from '../src/factories/configuration.ts';
import { setOverdue } from '../src/factories/overdue.ts';
import { databaseContent } from '../src/testing/databases/content.ts';
import { DeliveryEvents } from '../src/testing/outbox.ts';
import { ROUTES } from '../src/testing/routes.ts';
import type { RouteExample } from '../src/testing/routes/route-example.ts';
import { NO_QUOTAS, testServer } from '../src/testing/server.ts';
import { prepareExampleRows } from '../src/testing/rows/prepare-rows.ts';
import type { CallInput } from '../src/testing/calls/example-rows.ts';
import { buildTenant, settingId } from '../src/testing/tenant.ts';
import { NO_ADAPTERS, NO_CHANNELS } from '../src/factories/channels.ts';

const PAUSED =
  /^Your payment has been overdue since \w+ \d+, \d{4}\. You can’t add app users or change settings until it is paid\. Replace the card on your profile\. Alerts continue\.$/;

/** The calls that a long overdue payment rejects; restoring is rejected for app users only, and a monthly report only if it is switched on. */
const REJECTED = ['createCustom/app_user', 'import/app_user', 'update/settings'];

const nameOf = ({ path }: RouteExample) => path.split('/').slice(3).join('/');

/** A subscriber that pays, and calls as each of its people or as an administrator. */
async function setUp() {
  const server = await testServer({ quotas: NO_QUOTAS, channels: { ...NO_CHANNELS, email: true } });
  const tenant = await buildTenant(server.db);
  const admin = await buildAdmin(server.db);
  const tokenOf = (role: Role) =>
    server.tokenOf(role, { team: tenant.team.id, app_user: tenant.user.id, admin: admin.id }[role]);
  const call = async (
    { method, path }: Pick<RouteExample, 'method' | 'path'>,
    role: Role,
    input: CallInput,
  ) => await server[method === 'GET' ? 'get' : 'post'](path, { ...input, token: await tokenOf(role) });
  const post = (path: string, body: Record<string, unknown>, role: Role = 'team') =>
    call({ method: 'POST', path }, role, { body });
  const overdue = (days: number | null) => setOverdue(server.db, tenant.team.id, days);
  return { server, tenant, call, post, overdue };
}

test('a long overdue payment rejects additions of app users and changes of settings, and no other call', async () => {
  const { server, tenant, call, overdue } = await setUp();
  const rejected: string[] = [];
  for (const route of ROUTES) {
    const role = (['team', 'app_user', 'admin'] as const).find((one) => route.allowed.includes(one));
    if (route.allowed === 'public' || !role) continue;
    const example = route.example(await prepareExampleRows(server.db, tenant, { route }));
    await overdue(15);
    const before = REJECTED.includes(nameOf(route)) ? await databaseContent(server.db) : null;
    const { status, body } = await call(route, role, example);
    if (!JSON.stringify(body).includes('payment has been overdue')) continue;
    rejected.push(nameOf(route));
    expect([status, body.msg]).toEqual([409, expect.stringMatching(PAUSED)]);
    expect(withoutTokens(await databaseContent(server.db))).toEqual(withoutTokens(before));
  }
  expect(new Set(rejected)).toEqual(new Set(REJECTED));
});

test('a long overdue payment rejects switching a monthly report on, but not switching it off', async () => {
  const { server, tenant, post, overdue } = await setUp();
  await server.db
    .updateTable('team')
    .set({ email_confirmed_at: new Date().toISOString() })
    .where('id', '=', tenant.team.id)
    .execute();
  await overdue(15);
  const report = { recipients: 'boss@team.example' };
  const on = await post('/tapi/v1/update/monthlyReport', { ...report, is_on: true });
  expect([on.status, on.body.msg]).toEqual([409, expect.stringMatching(PAUSED)]);
  expect((await post('/tapi/v1/update/monthlyReport', { ...report, is_on: false })).status).toBe(200);
});

/** Rejected calls use a session and are counted in the audit. */
function withoutTokens(content: Awaited<ReturnType<typeof databaseContent>> | null) {
  return Object.fromEntries(
    Object.entries(content ?? {}).filter(([table]) => table !== 'session' && table !== 'audit'),
  );
}

test.each([
  ['contact_person', '[]'],
  ['home_page_top_text', 'Call us.'],
  ['mail_to_admin_emails_5', 'safety@work.example'],
  ['btn_1_mode', 'no'],
])('the setting %s cannot be changed after the grace period', async (key, setting_value) => {
  const { server, tenant, post, overdue } = await setUp();
  const id = await settingId(server.db, tenant.team.id, key);
  const save = () => post('/tapi/v1/update/settings', { id, data: { setting_value } });
  await overdue(13.9);
  expect((await save()).status).toBe(200);
  await overdue(14.1);
  expect(await save()).toMatchObject({ status: 409, body: { msg: expect.stringMatching(PAUSED) } });
  await overdue(null);
  expect((await save()).status).toBe(200);
});

test('app users are not restored after the grace period, alone or together; records are', async () => {
  const { server, tenant, post, overdue } = await setUp();
  const rows = await prepareExampleRows(server.db, tenant);
  await post('/tapi/v1/delete/app_user', { id: rows.ids.spare_user });
  const { id } = await server.db
    .selectFrom('deleted_item')
    .select('id')
    .where('kind', '=', 'app_user')
    .executeTakeFirstOrThrow();
  await overdue(15);
  expect(await post('/tapi/v1/restore/deleted', { id })).toMatchObject({
    status: 409,
    body: { msg: expect.stringMatching(PAUSED) },
  });
  expect(await post('/api/v1/restore/deleted', { id }, 'admin')).toMatchObject({
    status: 409,
    body: {
      msg: expect.stringMatching(
        /^The payment of this subscriber has been overdue since .*\. App users can’t be added /,
      ),
    },
  });
  expect((await post('/tapi/v1/bulkRestore/deleted', { ids: [id, rows.ids.deleted_item] })).body).toEqual({
    ok: true,
    msg: '1 restored, 1 failed.',
    data: { done: [rows.ids.deleted_item], failed: [{ id, msg: expect.stringMatching(PAUSED) }] },
  });
  await overdue(null);
  expect((await post('/tapi/v1/restore/deleted', { id })).status).toBe(200);
});

test('the configured grace period applies, and an unusable value means 14 days', async () => {
  const { server, tenant, post, overdue } = await setUp();
  const id = await settingId(server.db, tenant.team.id, 'home_page_top_text');
  const status = async (days: number) => {
    await overdue(days);
    return (await post('/tapi/v1/update/settings', { id, data: { setting_value: 'Hello.' } })).status;
  };
  await buildConfiguration(server.db, { payment_grace_days: '0' });
  expect(await status(0.01)).toBe(409);
  await buildConfiguration(server.db, { payment_grace_days: '90' });
  expect([await status(89.9), await status(90.1)]).toEqual([200, 409]);
  await buildConfiguration(server.db, { payment_grace_days: '' });
  expect([await status(13.9), await status(14.1)]).toEqual([200, 409]);
});

test.each(['free', 'upgrade_by_admin'] as const)(
  'an overdue payment of an earlier subscription changes nothing on the plan %s',
  async (plan) => {
    const { server, tenant, post, overdue } = await setUp();
    await overdue(100);
    await server.db.updateTable('team').set({ plan }).where('id', '=', tenant.team.id).execute();
    const id = await settingId(server.db, tenant.team.id, 'home_page_top_text');
    expect((await post('/tapi/v1/update/settings', { id, data: { setting_value: 'Hello.' } })).status).toBe(
      200,
    );
  },
);

test('presses are accepted and delivered, however long a payment is overdue', async () => {
  const { server, tenant, post, overdue } = await setUp();
  await changeSettings(server.db, tenant.team.id, { mail_to_admin_emails_5: 'safety@work.example' });
  const sent: string[] = [];
  const events = new DeliveryEvents();
  const email: ChannelAdapter = {
    concurrency: 1,
    async send({ address }) {
      sent.push(address);
      return { kind: 'sent', providerText: 'Accepted.' };
    },
  };
  const worker = new DeliveryWorker({ db: server.db, channels: { ...NO_ADAPTERS, email }, ...events });
  onTestFinished(() => worker.stop());
  const { clientId } = await prepareExampleRows(server.db, tenant);
  await overdue(365);
  expect(
    await post('/mapi/v1/button_click', { client_id: clientId, button_id: 5 }, 'app_user'),
  ).toMatchObject({ status: 200, body: { ok: true } });
  worker.start();
  const expected = ['safety@work.example', tenant.user.email];
  await events.until(() => expected.every((address) => sent.includes(address)));
});

test('a subscriber can do everything else, however long a payment is overdue', async () => {
  const { server, tenant, post, overdue } = await setUp();
  const { ids } = await prepareExampleRows(server.db, tenant);
  const user = await buildAppUser(server.db, tenant.team.id);
  await overdue(365);
  for (const [path, body] of [
    ['update/app_user', { id: user.id, data: { status: 0 } }],
    ['update/app_user', { id: user.id, data: { status: 1, name: 'Ann Lee' } }],
    ['delete/app_user', { id: user.id }],
    ['resend/delivery', { id: ids.delivery }],
    ['update/team', { id: tenant.team.id, data: { first_name: 'Tess', password: 'Quiet-harbour-77' } }],
  ] as const) {
    expect([path, (await post(`/tapi/v1/${path}`, body)).status]).toEqual([path, 200]);
  }
});
