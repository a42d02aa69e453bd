import type { KyselyPlugin, QueryId } from 'kysely';
import { expect, test } from 'vitest';
import { IncidentsDb } from '../../db/handles/incidents.ts';
import { EmailNotSentError, type AccountEmail } from '../../delivery/channels/account-email.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildMeasuredIncident } from '../../factories/measured-incidents.ts';
import { openLog } from '../../http/logging/log.ts';
import { findMonth, lastMonths } from '../../incidents/metrics/months.ts';
import { sendMonthlyReports } from '../../incidents/monthly-report/send-reports.ts';
import { DAY, HOUR, MINUTE } from '../../scheduling/durations.ts';
import { testServer } from '../../testing/server.ts';

const ZONE = 'America/Denver';
const BOSS = 'boss@ridgeline.example';

/** Calls `work` after each query of the recipients of one report, which follows the claim of an email. */
function afterClaims(work: () => Promise<void>): KyselyPlugin {
  const reads = new WeakSet<QueryId>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.selections).includes('"recipients"')) {
        if (node.where && !node.joins) reads.add(queryId);
      }
      return node;
    },
    async transformResult({ queryId, result }) {
      if (reads.has(queryId)) await work();
      return result;
    },
  };
}

/** A server with a subscriber in Denver, its current month, and the job that sends reports at a time. */
async function ground() {
  const server = await testServer();
  const team = await buildTeam(server.db, { account_name: 'Ridgeline', email: 'owner@ridgeline.example' });
  await server.db.updateTable('team').set({ time_zone: ZONE }).where('id', '=', team.id).execute();
  const user = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('team', team.id);
  const [month] = lastMonths(ZONE, 1, new Date());
  if (!month) throw new Error('there is no month');
  const read = async () => (await server.get('/tapi/v1/monthlyReport', { token })).body.data;
  const save = (body: object) => server.post('/tapi/v1/update/monthlyReport', { token, body });
  const mails: AccountEmail[] = [];
  const failure: { error: Error | null } = { error: null };
  const sendEmail = async (email: AccountEmail) => {
    if (failure.error) throw failure.error;
    mails.push(email);
  };
  const needs = { sendEmail, publicUrl: 'https://callpoint.example', log: openLog('silent') };
  const run = (now: Date) => sendMonthlyReports(new IncidentsDb(server.db), needs, { now: () => now });
  /** A time after the end of the current month. */
  const after = (ms: number) => new Date(Date.parse(month.ends) + ms);
  return { server, team, user, token, month, read, save, mails, failure, needs, run, after };
}

test('the report is off until a subscriber switches it on, for its own address unless it chooses others', async () => {
  const { server, read, save, run, after, mails } = await ground();
  expect(await read()).toEqual({
    is_on: false,
    recipients: 'owner@ridgeline.example',
    updated_at: null,
  });
  expect(await run(after(DAY))).toBe(0);
  const { body } = await save({ is_on: true, recipients: ` ${BOSS},owner@ridgeline.example, ${BOSS}` });
  expect(body).toMatchObject({ ok: true, data: { updated_at: expect.any(String) } });
  expect(await read()).toEqual({
    is_on: true,
    recipients: `${BOSS}, owner@ridgeline.example`,
    updated_at: body.data.updated_at,
  });
  expect(mails).toEqual([]);
  const audit = await server.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', 'monthly_report')
    .execute();
  expect(audit.map(({ action, actor_role }) => [action, actor_role])).toEqual([['create', 'team']]);
});

test('each recipient gets one email in the morning after the month, with the figures of the month', async () => {
  const { server, user, month, save, mails, run, after } = await ground();
  await save({ is_on: true, recipients: `${BOSS}, owner@ridgeline.example` });
  const rival = await buildAppUser(server.db, (await buildTeam(server.db)).id);
  const at = new Date(Date.parse(month.starts) + HOUR);
  await buildMeasuredIncident(server.db, user, at, { sent: 2, delivered: 5, acknowledged: 100, closed: 200 });
  await buildMeasuredIncident(server.db, user, at, { sent: 0.5, closed: 90, outcome: 'false_alarm' });
  await buildMeasuredIncident(server.db, user, at, { isDrill: true, acknowledged: 7 });
  await buildMeasuredIncident(server.db, user, after(HOUR), { acknowledged: 8 });
  await buildMeasuredIncident(server.db, rival, at, { acknowledged: 9 });
  expect(await run(after(8 * HOUR - 1))).toBe(0);
  expect(await run(after(8 * HOUR))).toBe(2);
  expect(mails.map(({ to }) => to).toSorted()).toEqual([BOSS, 'owner@ridgeline.example']);
  const [mail] = mails;
  expect(mail?.subject).toMatch(/^2 incidents in \w+ \d{4} · Ridgeline$/);
  expect(mail?.text).toContain(
    '2 incidents, 1 acknowledged, 1 left unacknowledged\n1 closed as false alarms',
  );
  expect(mail?.text).toContain('the first message: median under 1 s, 90% within 2 s');
  expect(mail?.text).toContain('the first delivery: median 5 s');
  expect(mail?.text).toContain('the acknowledgment: median 1 min 40 s, 90% within 1 min 40 s');
  expect(mail?.text).toContain('Lone Worker Emergency\n- 2 incidents');
  expect(mail?.text).toContain('https://callpoint.example/app/response-times');
  expect(mail?.text).toContain('To switch it off or to change its recipients, open Incidents');
  expect(mail?.html).toContain('2 incidents, 1 acknowledged');
  expect(await run(after(9 * HOUR))).toBe(0);
  expect(await run(after(3 * DAY))).toBe(0);
});

test('an open incident that no one has acknowledged yet is counted separately', async () => {
  const { server, user, month, save, mails, run, after } = await ground();
  await save({ is_on: true, recipients: BOSS });
  const at = new Date(Date.parse(month.starts) + HOUR);
  await buildMeasuredIncident(server.db, user, at, { acknowledged: 100 });
  await buildMeasuredIncident(server.db, user, at, {});
  await run(after(8 * HOUR));
  expect(mails[0]?.text).toContain(
    '2 incidents, 1 acknowledged, 0 left unacknowledged, 1 not acknowledged yet\n2 reached no one: no message was accepted by a provider\n',
  );
});

test('many changes of the recipients leave one email for each of the last ones', async () => {
  const { server, save, run, after, mails } = await ground();
  let updated_at: string | undefined;
  for (const recipients of [
    'one@ridgeline.example, two@ridgeline.example',
    BOSS,
    `${BOSS}, three@ridgeline.example`,
  ])
    updated_at = (await save({ is_on: true, recipients, updated_at })).body.data.updated_at;
  const addresses = await server.db.selectFrom('monthly_report_email').select('address').execute();
  expect(addresses.map(({ address }) => address).toSorted()).toEqual([BOSS, 'three@ridgeline.example']);
  expect(await run(after(DAY))).toBe(2);
  await save({ is_on: true, recipients: BOSS, updated_at });
  expect(await run(after(2 * DAY))).toBe(0);
  expect(mails).toHaveLength(2);
});

test('an account with an unconfirmed address sends no report', async () => {
  const { server, team, save, run, after } = await ground();
  const setConfirmed = (email_confirmed_at: string | null) =>
    server.db.updateTable('team').set({ email_confirmed_at }).where('id', '=', team.id).execute();
  await setConfirmed(null);
  expect(await save({ is_on: true, recipients: BOSS })).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining('Confirm the email address of your account first') },
  });
  await setConfirmed(new Date().toISOString());
  expect((await save({ is_on: true, recipients: BOSS })).status).toBe(200);
  // Its address has changed since.
  await setConfirmed(null);
  expect(await run(after(DAY))).toBe(0);
});

test('a month without incidents is reported, and the next month follows', async () => {
  const { save, mails, run, after, month } = await ground();
  await save({ is_on: true, recipients: BOSS });
  expect(await run(after(9 * HOUR))).toBe(1);
  expect(mails[0]?.subject).toMatch(/^No incidents in .+ · Ridgeline$/);
  expect(mails[0]?.text).toContain('There were no incidents.');
  await run(after(10 * HOUR));
  const next = findMonth(ZONE, new Date(Date.parse(month.ends) + DAY).toISOString().slice(0, 7));
  expect(await run(new Date(Date.parse(next.ends) + 9 * HOUR))).toBe(1);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
});

test('of several servers, one sends each email', async () => {
  const { save, mails, run, after } = await ground();
  await save({ is_on: true, recipients: `${BOSS}, owner@ridgeline.example` });
  const counts = await Promise.all([1, 2, 3].map(() => run(after(9 * HOUR))));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(mails).toHaveLength(2);
  await Promise.all([1, 2, 3].map(() => run(after(2 * DAY))));
  expect(mails).toHaveLength(2);
});

test('an email that is claimed late in a run is not sent by another process too', async () => {
  const { server, save, mails, needs, run, after } = await ground();
  await save({ is_on: true, recipients: `${BOSS}, owner@ridgeline.example` });
  let at = after(9 * HOUR);
  const others: number[] = [];
  const claims = afterClaims(async () => {
    if (mails.length === 1) others.push(await run(at));
  });
  const sendEmail = async (email: AccountEmail) => {
    mails.push(email);
    at = new Date(at.getTime() + 6 * MINUTE);
  };
  const db = new IncidentsDb(server.db.withPlugin(claims));
  expect(await sendMonthlyReports(db, { ...needs, sendEmail }, { now: () => at })).toBe(2);
  expect([others, mails.length]).toEqual([[0], 2]);
});

test.each([
  { fails: false, emails: 1 },
  { fails: true, emails: 0 },
])(
  'an email whose claim ends before its figures are read is left to the next process (it fails there: $fails)',
  async ({ fails, emails }) => {
    const { server, save, mails, failure, needs, run, after } = await ground();
    await save({ is_on: true, recipients: BOSS });
    let at = after(9 * HOUR);
    const others: number[] = [];
    const claims = afterClaims(async () => {
      at = new Date(at.getTime() + 6 * MINUTE);
      if (fails) failure.error = new EmailNotSentError('busy', true);
      others.push(await run(at));
      failure.error = null;
    });
    const db = new IncidentsDb(server.db.withPlugin(claims));
    expect(await sendMonthlyReports(db, needs, { now: () => at })).toBe(0);
    expect([others, mails.length]).toEqual([[emails], emails]);
    await run(after(2 * DAY));
    expect(mails).toHaveLength(1);
  },
);

test('the wait before the next attempt starts when an email fails, not when its run started', async () => {
  const { server, save, needs, run, after } = await ground();
  await save({ is_on: true, recipients: BOSS });
  let at = after(9 * HOUR);
  let attempts = 0;
  const sendEmail = async () => {
    attempts += 1;
    at = new Date(at.getTime() + 6 * MINUTE);
    throw new EmailNotSentError('busy', true);
  };
  const db = new IncidentsDb(server.db);
  expect(await sendMonthlyReports(db, { ...needs, sendEmail }, { now: () => at })).toBe(0);
  expect([attempts, await run(at)]).toEqual([1, 0]);
  expect(await run(new Date(at.getTime() + 6 * MINUTE))).toBe(1);
});

test('a process that ends while the mail server has the email sends it never rather than twice', async () => {
  const { server, save, mails, run, after } = await ground();
  await save({ is_on: true, recipients: BOSS });
  await run(after(9 * HOUR));
  // As the row is if the process ended before it stored the response of the mail server.
  await server.db.updateTable('monthly_report_email').set({ sent_at: null }).execute();
  await run(after(2 * DAY));
  expect(mails).toHaveLength(1);
});

test('a temporary failure is repeated with the same Message-ID, and a permanent one is not', async () => {
  const { save, mails, failure, run, after } = await ground();
  await save({ is_on: true, recipients: BOSS });
  failure.error = new EmailNotSentError('busy', true);
  expect(await run(after(9 * HOUR))).toBe(0);
  failure.error = null;
  expect(await run(after(9 * HOUR + MINUTE)), 'before the next attempt').toBe(0);
  expect(await run(after(10 * HOUR))).toBe(1);
  expect(mails[0]?.messageId).toMatch(/^incidents-\d+-\d{4}-\d\d-[0-9a-f]{16}$/);

  const other = await ground();
  await other.save({ is_on: true, recipients: BOSS });
  other.failure.error = new EmailNotSentError('no such mailbox', false);
  expect(await other.run(other.after(9 * HOUR))).toBe(0);
  other.failure.error = null;
  expect(await other.run(other.after(2 * DAY))).toBe(0);
});

test('nothing is sent after it was switched off, to a removed recipient, of a blocked subscriber, or too late', async () => {
  const off = await ground();
  await off.save({ is_on: true, recipients: BOSS });
  await off.save({ is_on: false, recipients: BOSS });
  expect(await off.run(off.after(9 * HOUR))).toBe(0);

  const removed = await ground();
  await removed.save({ is_on: true, recipients: `${BOSS}, owner@ridgeline.example` });
  await removed.save({ is_on: true, recipients: 'owner@ridgeline.example' });
  await removed.run(removed.after(9 * HOUR));
  expect(removed.mails.map(({ to }) => to)).toEqual(['owner@ridgeline.example']);

  const blocked = await ground();
  await blocked.save({ is_on: true, recipients: BOSS });
  await blocked.server.db.updateTable('team').set({ status: 0 }).where('id', '=', blocked.team.id).execute();
  expect(await blocked.run(blocked.after(9 * HOUR))).toBe(0);

  const late = await ground();
  await late.save({ is_on: true, recipients: BOSS });
  expect(await late.run(late.after(15 * DAY))).toBe(0);
});

test('a subscriber that has moved to another time zone gets the email after its own month', async () => {
  const { server, team, month, save, run } = await ground();
  await server.db
    .updateTable('team')
    .set({ time_zone: 'Pacific/Auckland' })
    .where('id', '=', team.id)
    .execute();
  const [there] = lastMonths('Pacific/Auckland', 1, new Date());
  await save({ is_on: true, recipients: BOSS });
  await server.db.updateTable('team').set({ time_zone: ZONE }).where('id', '=', team.id).execute();
  const inDenver = findMonth(ZONE, there?.month ?? month.month);
  expect(await run(new Date(Date.parse(there?.ends ?? '') + 9 * HOUR))).toBe(0);
  expect(await run(new Date(Date.parse(inDenver.ends) + 9 * HOUR))).toBe(1);
});

test.each([
  [{ is_on: true, recipients: '' }, 'recipients', 'is required'],
  [{ is_on: true, recipients: 'boss' }, 'recipients', 'must contain only email addresses'],
  [
    {
      is_on: true,
      recipients: Array.from({ length: 11 }, (_, index) => `p${index}@work.example`).join(','),
    },
    'recipients',
    'must be at most 10 addresses',
  ],
  [{ is_on: 'yes', recipients: BOSS }, 'is_on', 'must be true or false'],
  [{ recipients: BOSS }, 'is_on', 'must be true or false'],
])('rejects %j', async (body, field, msg) => {
  const { save, read } = await ground();
  const { status, body: response } = await save(body);
  expect(status).toBe(400);
  expect(response.errors).toEqual([{ field, msg: expect.stringContaining(msg) }]);
  expect(await read()).toMatchObject({ is_on: false, updated_at: null });
});

test('rejects a save of someone who has not seen the newest one, and two first saves are both stored', async () => {
  const { server, save, read } = await ground();
  const both = await Promise.all([1, 2].map(() => save({ is_on: true, recipients: BOSS })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await server.db.selectFrom('monthly_report').select('id').execute()).toHaveLength(1);
  const { updated_at } = await read();
  await save({ is_on: true, recipients: 'other@ridgeline.example', updated_at });
  expect(await save({ is_on: false, recipients: BOSS, updated_at })).toMatchObject({ status: 409 });
  expect(await read()).toMatchObject({ is_on: true, recipients: 'other@ridgeline.example' });
});

test('a subscriber reads and changes only its own report', async () => {
  const { server, save, read } = await ground();
  await save({ is_on: true, recipients: BOSS });
  const rival = await buildTeam(server.db, { email: 'rival@rival.example' });
  const token = await server.tokenOf('team', rival.id);
  const { body } = await server.get('/tapi/v1/monthlyReport', { token });
  expect(body.data).toEqual({ is_on: false, recipients: 'rival@rival.example', updated_at: null });
  await server.post('/tapi/v1/update/monthlyReport', {
    token,
    body: { is_on: true, recipients: 'rival@rival.example' },
  });
  expect(await read()).toMatchObject({ recipients: BOSS });
});
