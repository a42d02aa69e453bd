import { expect, test } from 'vitest';
import { AccountsDb } from '../db/handles/accounts.ts';
import { claimDueEmail } from '../db/due-emails.ts';
import { IncidentsDb } from '../db/handles/incidents.ts';
import { PaymentsDb } from '../db/handles/payments.ts';
import type { Db } from '../db/tables.ts';
import { claim } from '../delivery/queue/claim.ts';
import { Watchdog } from '../delivery/watchdog/watchdog.ts';
import { buildAdmin, buildAppUser } from '../factories/accounts.ts';
import { NO_CHANNELS } from '../factories/channels.ts';
import { buildIncident } from '../factories/incidents.ts';
import { findDue } from '../features/push/push-messages.ts';
import { openLog } from '../http/logging/log.ts';
import { sendMonthlyReports } from '../incidents/monthly-report/send-reports.ts';
import { sendOverdueEmails } from '../payments/overdue/overdue-emails.ts';
import { DAY, HOUR, MINUTE } from '../scheduling/durations.ts';
import { buildCheckIn, testMonitor } from '../testing/phones/check-ins.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { testEscalator } from '../testing/incidents/escalators.ts';
import { plannedEmail, testOutbox } from '../testing/outbox.ts';
import { holdRestored } from './hold-restored.ts';

/** What a server does by itself after its start, on a database with everything that can be due. */

const NOW = new Date('2026-12-03T09:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const log = openLog('silent');

async function everythingDue() {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  const { teamId } = outbox;
  await buildAdmin(db);
  const [overdue, asked, later] = [
    await buildAppUser(db, teamId),
    await buildAppUser(db, teamId),
    await buildAppUser(db, teamId),
  ];
  await outbox.press([plannedEmail()], { now: ago(3 * HOUR) });
  await outbox.press([plannedEmail()], { now: ago(2 * HOUR) });
  await db
    .updateTable('delivery')
    .set({ state: 'sending', lease_until: ago(HOUR).toISOString() })
    .where('id', '=', 2)
    .execute();
  const pressId = await outbox.press([], { emergency: true, now: ago(HOUR) });
  const press = await db
    .selectFrom('button_click')
    .selectAll()
    .where('id', '=', pressId)
    .executeTakeFirstOrThrow();
  const incident = await buildIncident(db, press, { openedAt: ago(HOUR) });
  await db
    .insertInto('alarm')
    .values({
      team_id: teamId,
      app_user_id: press.app_user_id,
      button_click_id: 1,
      button_id: 2,
      submitted_at: ago(3 * HOUR).toISOString(),
      reason: 'none_sent',
      raised_at: ago(2 * HOUR).toISOString(),
    })
    .execute();
  await buildCheckIn(db, overdue, { dueAt: ago(HOUR) });
  await buildCheckIn(db, asked, { dueAt: ago(MINUTE) });
  await buildCheckIn(db, later, { dueAt: ago(-20 * MINUTE) });
  await payments(db, teamId);
  await reports(db, teamId);
  await push(db, teamId, press.app_user_id);
  return { db, outbox, incident, later };
}

async function payments(db: Db, teamId: number): Promise<void> {
  const at = ago(2 * DAY).toISOString();
  await db
    .insertInto('subscription')
    .values({
      id: 'sub_1',
      team_id: teamId,
      created: at,
      current_period_start: at,
      current_period_end: at,
      cancel_at_period_end: 0,
      status: 'past_due',
      unpaid_since: at,
      overdue_emails: 0,
      overdue_email_attempts: 0,
      overdue_email_due_at: at,
      reads_started: 0,
      read_stored: 0,
    })
    .execute();
  await db
    .updateTable('team')
    .set({ plan: 'paid', is_paid: 1, subscription_id: 'sub_1' })
    .where('id', '=', teamId)
    .execute();
  await db
    .insertInto('payment_invoice')
    .values({
      team_id: teamId,
      invoice_id: 'in_1',
      status: 'paid',
      amount_due: 1,
      amount_paid: 1,
      amount_refunded: 0,
      is_disputed: 0,
      currency: 'usd',
      created_at: at,
      paid_at: at,
      receipt_due_at: at,
      receipt_attempts: 0,
      reads_started: 0,
      read_stored: 0,
    })
    .execute();
  const { id } = await db
    .insertInto('stop_notice')
    .values({ team_id: teamId, subscription_id: 'sub_1', unpaid_since: at, started_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('stop_notice_email')
    .values({
      notice_id: id,
      kind: 'notice',
      address: 'a@team.example',
      is_owner: 1,
      attempts: 0,
      due_at: at,
    })
    .execute();
}

async function reports(db: Db, teamId: number): Promise<void> {
  const recipients = 'boss@team.example';
  await db
    .insertInto('monthly_report')
    .values({ team_id: teamId, is_on: 1, recipients, updated_at: ago(40 * DAY).toISOString() })
    .execute();
  for (const [month, due] of [
    ['2026-11', ago(2 * DAY)],
    ['2026-12', ago(-29 * DAY)],
  ] as const)
    await db
      .insertInto('monthly_report_email')
      .values({ team_id: teamId, month, address: recipients, attempts: 0, due_at: due.toISOString() })
      .execute();
}

async function push(db: Db, teamId: number, userId: number): Promise<void> {
  const at = ago(MINUTE).toISOString();
  const session = await db
    .insertInto('session')
    .values({
      token_hash: 'a',
      role: 'app_user',
      account_id: userId,
      created_at: at,
      last_used_at: at,
      expires_at: ago(-DAY).toISOString(),
      authenticated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = {
    endpoint: 'https://push.example',
    endpoint_hash: 'a',
    p256dh: 'a',
    auth: 'a',
    created_at: at,
  };
  const subscription = await db
    .insertInto('push_subscription')
    .values({ session_id: session.id, app_user_id: userId, team_id: teamId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('push_message')
    .values({
      subscription_id: subscription.id,
      team_id: teamId,
      topic: 'a',
      payload: '{}',
      attempts: 0,
      created_at: at,
      due_at: at,
    })
    .execute();
}

/** Runs once what a server runs by itself. Returns how much each part sends or starts. */
async function runServer(db: Db, now = NOW) {
  const sent: string[] = [];
  const needs = {
    sendEmail: async ({ to }: { to: string }) => void sent.push(to),
    publicUrl: 'https://callpoint.example',
    log,
  };
  const reminded: number[] = [];
  const monitor = testMonitor(db, {
    now: () => now,
    remind: async (due) => void reminded.push(...due.map(({ id }) => id)),
  });
  const before = await newestMessage(db);
  const claimed = await claim(db, 'email', { all: 100, ordinary: 100 }, now, new Date(now.getTime() + HOUR));
  const receipts = await db
    .selectFrom('payment_invoice')
    .select('id')
    .where('receipt_due_at', 'is not', null)
    .execute();
  const result = {
    messages: claimed.length,
    expired: (
      await db.selectFrom('delivery').select('id').where('lease_until', '<', now.toISOString()).execute()
    ).length,
    steps: await testEscalator(db, { now: () => now }).check(),
    raised: await monitor.check(),
    reminded: reminded.length,
    push: (await findDue(new AccountsDb(db), { perTeam: 10, limit: 10 }, now)).length,
    reports: await sendMonthlyReports(new IncidentsDb(db), needs, { now: () => now }),
    overdue: await sendOverdueEmails(new PaymentsDb(db), needs, { now: () => now }),
    notices: (await claimDueEmail(new PaymentsDb(db), 'stop_notice_email', () => now)) === null ? 0 : 1,
    receipts: receipts.length,
  };
  const channels = { ...NO_CHANNELS, email: true };
  await new Watchdog({
    db,
    channels,
    smsFrom: null,
    smsCountries: null,
    publicUrl: null,
    live: { publish: () => {} },
    wakeDelivery: () => {},
    log,
    now: () => now,
  }).checkAll();
  const alarms = await db
    .selectFrom('delivery')
    .select('id')
    .where('id', '>', before)
    .where('purpose', '=', 'alarm')
    .execute();
  return { ...result, alarmEmails: alarms.length };
}

async function newestMessage(db: Db): Promise<number> {
  const row = await db.selectFrom('delivery').select('id').orderBy('id', 'desc').executeTakeFirst();
  return row?.id ?? 0;
}

test('a server sends everything that is due, but nothing of it after a restore', async () => {
  const { db: control } = await everythingDue();
  const without = await runServer(control);
  expect(Object.entries(without).filter(([, count]) => count === 0)).toEqual([]);
  const { db } = await everythingDue();
  const held = await db.transaction().execute((tx) => holdRestored(tx, NOW));
  expect(held).toMatchObject({ incidents: 1, messages: 2, checkIns: 2, pushMessages: 1, emails: 4 });
  const none = Object.fromEntries(Object.keys(without).map((name) => [name, 0]));
  expect(await runServer(db)).toEqual(none);
});

test('after a restore, no one gets a message about presses that had notified no one before the backup', async () => {
  const { db, outbox } = await everythingDue();
  const [held, failed, none] = [
    await outbox.press([plannedEmail()], { now: ago(10 * MINUTE) }),
    await outbox.press([plannedEmail()], { now: ago(9 * MINUTE) }),
    await outbox.press([], { now: ago(8 * MINUTE) }),
  ];
  const setState = (press: number, change: { state: string; held_for?: string }) =>
    db.updateTable('delivery').set(change).where('button_click_id', '=', press).execute();
  await setState(held, { state: 'held', held_for: 'limit' });
  await setState(failed, { state: 'failed' });
  await db.transaction().execute((tx) => holdRestored(tx, NOW));
  const alarms = await db
    .selectFrom('alarm')
    .select(['button_click_id', 'reason'])
    .where('button_click_id', 'in', [held, failed, none])
    .where('admins_mailed_at', 'is not', null)
    .orderBy('button_click_id')
    .execute();
  expect(alarms).toEqual([
    { button_click_id: held, reason: 'none_sent' },
    { button_click_id: failed, reason: 'all_failed' },
    { button_click_id: none, reason: 'none_planned' },
  ]);
  expect((await runServer(db)).alarmEmails).toBe(0);
});

test('what is held after a restore is visible, and what is due later is still done', async () => {
  const { db, outbox, incident, later } = await everythingDue();
  await db.transaction().execute((tx) => holdRestored(tx, NOW));
  const rows = await outbox.rows();
  expect(rows.map(({ state, held_for, lease_until }) => [state, held_for, lease_until])).toEqual([
    ['held', 'restored', null],
    ['held', 'restored', null],
  ]);
  const stored = await db
    .selectFrom('incident')
    .selectAll()
    .where('id', '=', incident)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({
    state: 'open',
    next_run_at: null,
    unanswered_at: NOW.toISOString(),
    closed_at: null,
  });
  const alarms = await db
    .selectFrom('alarm')
    .select(['reason', 'closed_at'])
    .orderBy('button_click_id')
    .execute();
  expect(alarms).toEqual([
    { reason: 'none_sent', closed_at: null },
    { reason: 'none_sent', closed_at: null },
    { reason: 'unacknowledged', closed_at: null },
  ]);
  const soon = new Date(NOW.getTime() + HOUR);
  expect(await testMonitor(db, { now: () => soon }).check()).toBe(1);
  const raised = await db
    .selectFrom('check_in')
    .select('app_user_id')
    .where('state', '=', 'raised')
    .execute();
  expect(raised).toEqual([{ app_user_id: later.id }]);
  const nextYear = new Date('2027-01-01T10:00:00.000Z');
  const after = await runServer(db, nextYear);
  expect(after).toMatchObject({ reports: 1, overdue: 1, messages: 0 });
});
