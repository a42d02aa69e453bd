import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { gate, plannedEmail } from '../../testing/outbox.ts';
import { explaining } from '../../testing/explained.ts';
import { TRY_LATER, testWatchdog } from '../../testing/watchdog.ts';
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
