import { expect, test } from 'vitest';
import { gate, plannedEmail } from '../../testing/outbox.ts';
import { TRY_LATER, testWatchdog } from '../../testing/watchdog.ts';

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
