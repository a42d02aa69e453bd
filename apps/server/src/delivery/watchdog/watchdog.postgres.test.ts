import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { commitsWait, storeEmptyChange } from '../../db/empty-change.ts';
import type { Db } from '../../db/tables.ts';
import { loneDatabase } from '../../testing/databases/lone-database.ts';
import { gate, plannedEmail } from '../../testing/outbox.ts';
import { explaining } from '../../testing/explained.ts';
import { REJECTED, TRY_LATER, testWatchdog } from '../../testing/watchdog.ts';
import { findUnacceptedByTime, findUnnotifiedByTime } from './candidates.ts';

type Step = { 'Relation Name'?: string; 'Index Name'?: string; Plans?: Step[] };

/** The indexes by which a plan reads messages; undefined for a read of all messages. */
function readsOfMessages({ Plans = [], ...step }: Step): (string | undefined)[] {
  const below = Plans.flatMap(readsOfMessages);
  return step['Relation Name'] === 'delivery' ? [step['Index Name'], ...below] : below;
}

test('a check reads the messages of each submission by their index, although the statistics are older than an outage', async () => {
  const { db, clock, worker, press } = await testWatchdog();
  await worker.stop();
  const pressOften = async (times: number) => {
    for (let count = 0; count < times; count += 1)
      await press([plannedEmail(), plannedEmail({ address: 'b@team.example' })], { emergency: true });
  };
  await pressOften(10);
  await sql`analyze`.execute(db);
  await pressOften(150);
  const { explainedDb, plans } = explaining(db, 'explain (format json)');
  const window = {
    from: new Date(clock.now().getTime() - 60_000).toISOString(),
    to: clock.now().toISOString(),
  };
  for (const find of [findUnnotifiedByTime.button, findUnacceptedByTime]) await find(explainedDb, window);
  const steps = plans.map(([row]) =>
    (row as { 'QUERY PLAN': { Plan: Step }[] })['QUERY PLAN'].map(({ Plan }) => Plan),
  );
  expect(steps.map((of) => new Set(of.flatMap(readsOfMessages)))).toEqual([
    new Set(['delivery_button_click_id']),
    new Set(['delivery_button_click_id']),
  ]);
});

test('finds a submission whose commit became visible long after its timestamp', async () => {
  const { clock, watchdog, press, alarms } = await testWatchdog();
  clock.advance(120_000);
  await watchdog.check();
  const stored = new Date(clock.now().getTime() - 45_000);
  clock.advance(2_000);
  const id = await press([], { now: stored });
  await watchdog.check();
  clock.advance(60_000);
  await watchdog.check();
  expect(await alarms()).toEqual([
    expect.objectContaining({ button_click_id: id, reason: 'none_planned', closed_at: null }),
  ]);
});

test('finds an emergency that became visible after its 60 seconds', async () => {
  const { clock, worker, watchdog, press, alarms } = await testWatchdog();
  await worker.stop();
  clock.advance(120_000);
  await watchdog.check();
  const stored = new Date(clock.now().getTime() - 90_000);
  const id = await press([plannedEmail()], { now: stored, emergency: true });
  await watchdog.check();
  expect(await alarms()).toEqual([]);
  clock.advance(60_000);
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ button_click_id: id, reason: 'not_accepted' }]);
});

test('finds a failed attempt that became visible long after later attempts', async () => {
  const { db, outbox, deliveryEvents, clock, outcomes, worker, watchdog, press, alarms } =
    await testWatchdog();
  outcomes.email = TRY_LATER;
  const id = await press([plannedEmail()]);
  await press([plannedEmail()]);
  await deliveryEvents.reached('pending', 2);
  await worker.stop();
  clock.advance(600_000);
  await watchdog.check();
  const [late, other] = (await outbox.rows()).map((row) => row.id);
  const attempts = (count: number, delivery_id = 0) =>
    Array.from({ length: count }, () => ({
      delivery_id,
      at: clock.now().toISOString(),
      ms: 1,
      outcome: 'temporary' as const,
      detail: '',
    }));
  const { opened, open } = gate();
  const inserted = gate();
  const committing = db.transaction().execute(async (tx) => {
    await tx.insertInto('delivery_attempt').values(attempts(1, late)).execute();
    await tx
      .updateTable('delivery')
      .set({ state: 'failed' })
      .where('id', '=', late ?? 0)
      .execute();
    inserted.open();
    await opened;
  });
  await inserted.opened;
  await db.insertInto('delivery_attempt').values(attempts(1_100, other)).execute();
  await watchdog.check();
  open();
  await committing;
  await watchdog.check();
  expect(await alarms()).toEqual([]);
  clock.advance(60_000);
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ button_click_id: id, reason: 'all_failed' }]);
});

test('closes an alarm when a sent message became visible long after later attempts', async () => {
  const { db, outbox, deliveryEvents, clock, outcomes, worker, watchdog, press, alarms } =
    await testWatchdog();
  outcomes.email = REJECTED;
  await press([plannedEmail()]);
  await deliveryEvents.reached('failed', 1);
  await worker.stop();
  await press([plannedEmail()]);
  await watchdog.check();
  const [late = 0, other = 0] = (await outbox.rows()).map((row) => row.id);
  const attempt = {
    delivery_id: late,
    at: clock.now().toISOString(),
    ms: 1,
    outcome: 'sent',
    detail: '',
  } as const;
  const { opened, open } = gate();
  const inserted = gate();
  const committing = db.transaction().execute(async (tx) => {
    await tx.insertInto('delivery_attempt').values(attempt).execute();
    await tx.updateTable('delivery').set({ state: 'sent' }).where('id', '=', late).execute();
    inserted.open();
    await opened;
  });
  await inserted.opened;
  const others = Array.from({ length: 1_100 }, () => ({ ...attempt, delivery_id: other }));
  await db.insertInto('delivery_attempt').values(others).execute();
  await watchdog.check();
  open();
  await committing;
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ closed_at: null }]);
  clock.advance(60_000);
  await watchdog.check();
  expect(await alarms()).toMatchObject([{ closed_at: clock.now().toISOString(), closed_by: 'system' }]);
});

/** PostgreSQL uses changed settings a moment later: until then, commits do not wait. */
async function untilCommitsWait(db: Db): Promise<void> {
  let isStoring = false;
  const store = async () => {
    isStoring = true;
    await storeEmptyChange(db).catch(() => {});
    isStoring = false;
  };
  await expect
    .poll(async () => {
      if (!isStoring) void store();
      return await commitsWait(db);
    })
    .toBe(true);
}

test.each([
  { end: 'the standby is no longer required', process: 'a process that ran before' },
  { end: 'PostgreSQL is started again', process: 'a process that was started meanwhile' },
])('$process finds a press that waited for a standby until $end', async ({ end, process }) => {
  const { postgres, db } = await loneDatabase();
  const { clock, worker, watchdog, createWatchdog, press, alarms } = await testWatchdog({ db });
  await worker.stop();
  await watchdog.check();
  clock.advance(2_000);
  await watchdog.check();
  const waitForStandby = async (name: string) => {
    await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
  };
  const presses = async () => (await db.selectFrom('button_click').select('id').execute()).length;
  await waitForStandby('missing');
  await untilCommitsWait(db);
  // Its commit waits; whether it is confirmed later does not matter.
  const pressed = press([]).catch(() => {});
  const checking = process.includes('before') ? watchdog : createWatchdog();
  for (let minutes = 0; minutes < 10; minutes += 1) {
    await checking.check();
    clock.advance(60_000);
  }
  expect(await presses()).toBe(0);
  await waitForStandby('');
  if (end.includes('again')) await postgres.restart('SIGQUIT');
  await pressed;
  await expect.poll(presses).toBe(1);
  await expect.poll(() => commitsWait(db)).toBe(false);
  await checking.check();
  expect(await alarms()).toMatchObject([{ reason: 'none_planned', closed_at: null }]);
});
