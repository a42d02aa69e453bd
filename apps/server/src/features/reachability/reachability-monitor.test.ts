import { perChannel } from '@callpoint/contract/channels/channels';
import { DEFAULT_MAPS_URL } from '@callpoint/alerts/templates/maps';
import { expect, test } from 'vitest';
import { PlatformDb } from '../../db/handles/platform.ts';
import { recordAddressResults } from '../../delivery/suppression/bounced-addresses.ts';
import { recordReply } from '../../delivery/suppression/sms-replies.ts';
import type { Db } from '../../db/tables.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission } from '../../factories/submissions.ts';
import { openLog } from '../../http/logging/log.ts';
import { plannedEmail } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';
import { ensureConfiguration } from '../configuration/ensure-configuration.ts';
import { acceptSubmissions } from '../phone/accept-submissions.ts';
import { ReachabilityMonitor } from './reachability-monitor.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';

const FROM_NUMBER = '+12025550188';
const ALL = perChannel(() => true);

/** A subscriber whose safety team has two addresses for everything. */
async function buildReachable(db: Db, overrides: { phone?: string } = {}) {
  const team = await buildTeam(db, overrides);
  await setAll(db, team.id, 'mail_to_admin_emails_%', 'office@team.example, gate@team.example');
  return team;
}

async function setAll(db: Db, team: number, keys: string, setting_value: string): Promise<void> {
  await db
    .updateTable('settings')
    .set({ setting_value })
    .where('team_id', '=', team)
    .where('setting_key', 'like', keys)
    .execute();
}

async function setUp() {
  const server = await testServer({ channels: ALL });
  const { db } = server;
  await ensureConfiguration(new PlatformDb(db));
  const admin = await server.tokenOf('admin', (await buildAdmin(db)).id);
  let now = Date.now();
  const createMonitor = (channels: typeof ALL) =>
    new ReachabilityMonitor({
      platform: new PlatformDb(db),
      maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
      channels,
      smsFrom: FROM_NUMBER,
      smsCountries: null,
      log: openLog('silent'),
      now: () => new Date(now),
    });
  const monitor = createMonitor(ALL);
  const overview = async () => (await server.get('/api/v1/overview', { token: admin })).body.data.reach;
  /** How many are red and amber, after all marked subscribers were computed. */
  const compute = async () => {
    await monitor.look();
    const { red, amber, waiting } = await overview();
    return [red, amber, waiting];
  };
  const change = async (path: string, body: object) => {
    const response = await server.post(`/api/v1/${path}`, { token: admin, body });
    expect([path, response.status]).toEqual([path, 200]);
  };
  const later = (ms: number) => void (now += ms);
  return { server, db, admin, monitor, createMonitor, overview, compute, change, later };
}

test('every change that affects who is notified is detected at the next check, regardless of who makes it', async () => {
  const { server, db, compute, change } = await setUp();
  const team = await buildReachable(db, { phone: '+1 202 555 0143' });
  const other = await buildReachable(db, { phone: '+1 202 555 0144' });
  const user = await buildAppUser(db, team.id, { email: 'ana@team.example' });
  const token = await server.tokenOf('team', team.id);
  expect(await compute()).toEqual([0, 0, 0]);

  const [setting] = (
    await server.get('/tapi/v1/listPaged/settings', {
      token,
      query: { filter_setting_key: 'mail_to_admin_emails_5' },
    })
  ).body.items;
  const saved = await server.post('/tapi/v1/update/settings', {
    token,
    body: { id: setting.id, data: { setting_value: 'office@team.example, yard@team.example' } },
  });
  expect(saved.status).toBe(200);
  expect(await compute()).toEqual([0, 0, 0]);

  const attempt = { channel: 'email' as const, address: 'Yard@team.example', at: new Date().toISOString() };
  await recordAddressResults(db, [{ ...attempt, fault: 'mailbox-unknown' }]);
  expect(await compute()).toEqual([0, 1, 0]);
  await recordAddressResults(db, [{ ...attempt, fault: null }]);
  expect(await compute()).toEqual([0, 0, 0]);

  const reply = { from: FROM_NUMBER, number: '+12025550143' };
  await recordReply(db, { ...reply, messageSid: 'SM1', body: 'STOP' });
  expect(await compute()).toEqual([0, 1, 0]);
  await recordReply(db, { ...reply, messageSid: 'SM2', body: 'START' });
  expect(await compute()).toEqual([0, 0, 0]);

  await recordAddressResults(db, [{ ...attempt, address: user.email, fault: 'mailbox-full' }]);
  expect(await compute()).toEqual([0, 1, 0]);
  await change('update/app_user', { id: user.id, data: { status: 0 } });
  expect(await compute()).toEqual([0, 0, 0]);

  const platform = async (config_key: string, config_value: string) => {
    const { id } = await db
      .selectFrom('config')
      .select('id')
      .where('config_key', '=', config_key)
      .executeTakeFirstOrThrow();
    await change('update/config', { id, data: { config_value } });
  };
  await setAll(db, other.id, 'mail_to_bermac_1', 'yes');
  await platform('user_submission_emails', 'help@consultancy.example');
  expect(await compute()).toEqual([0, 0, 0]);
  await platform('user_submission_emails', '');
  expect(await compute()).toEqual([0, 1, 0]);
  await change('update/team', { id: other.id, data: { status: 0 } });
  expect(await compute()).toEqual([0, 0, 0]);
});

test('the overview has the count and the names of subscribers with problems, and how many are outdated; the list shows the same subscribers', async () => {
  const { server, db, admin, createMonitor, overview, compute } = await setUp();
  const [all, some, fine] = [await buildReachable(db), await buildReachable(db), await buildReachable(db)];
  expect(await overview()).toMatchObject({ red: 0, amber: 0, waiting: 3, worst: [], not_configured: [] });
  await setAll(db, all.id, 'mail_to_admin_emails_%', '');
  await setAll(db, some.id, 'mail_to_admin_emails_2', '');
  expect(await compute()).toEqual([1, 1, 0]);
  const { worst } = await overview();
  expect(worst.map(({ account_name }: { account_name: string }) => account_name)).toEqual([
    all.account_name,
    some.account_name,
  ]);
  expect(
    worst[0].items.map(({ kind, level }: { kind: string; level: string }) => `${kind} ${level}`),
  ).toEqual([
    ...Array.from({ length: 4 }, () => 'button amber'),
    ...Array.from({ length: 3 }, () => 'form red'),
  ]);
  expect(worst[1].items).toEqual([{ kind: 'button', id: 2, level: 'amber' }]);

  const listed = async (level: string) => {
    const { status, body } = await server.get('/api/v1/listPaged/team', {
      token: admin,
      query: { filter_reach: level },
    });
    return status === 200 ? body.items.map(({ id }: { id: number }) => id) : body.errors;
  };
  expect([await listed('red'), await listed('amber')]).toEqual([[all.id], [some.id]]);
  expect(await listed('green')).toEqual([
    { msg: 'Filter reach must be one of red, amber.', field: 'filter_reach' },
  ]);

  // The server was restarted without SMS: no subscriber is marked.
  await createMonitor({ ...NO_CHANNELS, email: true }).look();
  expect(await overview()).toMatchObject({ red: 2, amber: 1 });
  expect(await listed('amber')).toEqual([fine.id]);
});

test('a change without a mark is computed again within a day', async () => {
  const { db, monitor, compute, later } = await setUp();
  const team = await buildReachable(db);
  expect(await compute()).toEqual([0, 0, 0]);
  await setAll(db, team.id, 'mail_to_admin_%', '');
  later(2 * HOUR);
  expect(await compute()).toEqual([0, 0, 0]);
  later(23 * HOUR);
  expect(await compute()).toEqual([1, 0, 0]);
  await monitor.stop();
});

test('recomputes a subscriber when its limit is reached and on the next day, and every subscriber when a platform limit changes', async () => {
  const { db, compute, later, change } = await setUp();
  const team = await buildReachable(db);
  await setAll(db, team.id, 'sms_to_admin_number_%', '+12025550190, +12025550191');
  expect(await compute()).toEqual([0, 0, 0]);
  const user = await buildAppUser(db, team.id);
  await db
    .updateTable('team')
    .set({ daily_email_limit: 1, daily_sms_limit: 1 })
    .where('id', '=', team.id)
    .execute();
  // The limit allows one of the two recipients.
  expect(await compute()).toEqual([0, 1, 0]);
  const sms = plannedEmail({ channel: 'sms', address: '+12025550190' });
  const messages = [plannedEmail({ address: 'office@team.example' }), sms];
  await acceptSubmissions(new PlatformDb(db), ALL, [buildSubmission(user, { messages })]);
  expect(await compute()).toEqual([1, 0, 0]);
  later(24 * HOUR);
  expect(await compute()).toEqual([0, 1, 0]);
  await db.updateTable('team').set({ daily_email_limit: null, daily_sms_limit: null }).execute();
  await change('update/config', {
    id: (
      await db
        .selectFrom('config')
        .select('id')
        .where('config_key', '=', 'daily_sms_limit')
        .executeTakeFirstOrThrow()
    ).id,
    data: { config_value: 'free: 49, paid: 1, upgraded: 1' },
  });
  expect(await compute()).toEqual([0, 0, 0]);
});
