import { expect, test } from 'vitest';
import { gate, plannedMail } from '../../testing/outbox.ts';
import { LATER, watchdogSetup } from '../../testing/watchdog-setup.ts';

test('a submission whose commit became visible long after its moment is not passed over', async () => {
  const { clock, watch, press, alarms } = await watchdogSetup();
  clock.advance(120_000);
  await watch.look();
  const stored = new Date(clock.now().getTime() - 45_000);
  clock.advance(2_000);
  const id = await press([], { now: stored });
  await watch.look();
  clock.advance(60_000);
  await watch.look();
  expect(await alarms()).toEqual([
    expect.objectContaining({ button_click_id: id, reason: 'none_planned', closed_at: null }),
  ]);
});

test('an emergency that became visible when its 60 seconds were over is not passed over', async () => {
  const { clock, worker, watch, press, alarms } = await watchdogSetup();
  await worker.stop();
  clock.advance(120_000);
  await watch.look();
  const stored = new Date(clock.now().getTime() - 90_000);
  const id = await press([plannedMail()], { now: stored, emergency: true });
  await watch.look();
  expect(await alarms()).toEqual([]);
  clock.advance(60_000);
  await watch.look();
  expect(await alarms()).toMatchObject([{ button_click_id: id, reason: 'not_accepted' }]);
});

test('an end that became visible long after later ones is not passed over', async () => {
  const { db, outbox, heard, clock, answers, worker, watch, press, alarms } = await watchdogSetup();
  answers.email = LATER;
  const id = await press([plannedMail()]);
  await press([plannedMail()]);
  await heard.reached('pending', 2);
  await worker.stop();
  clock.advance(600_000);
  await watch.look();
  const [late, other] = (await outbox.rows()).map((row) => row.id);
  const ends = (count: number, delivery_id = 0) =>
    Array.from({ length: count }, () => ({
      delivery_id,
      at: clock.now().toISOString(),
      ms: 1,
      outcome: 'temporary' as const,
      detail: '',
    }));
  const { opened, open } = gate();
  const begun = gate();
  const committing = db.transaction().execute(async (tx) => {
    await tx.insertInto('delivery_attempt').values(ends(1, late)).execute();
    await tx
      .updateTable('delivery')
      .set({ state: 'failed' })
      .where('id', '=', late ?? 0)
      .execute();
    begun.open();
    await opened;
  });
  await begun.opened;
  await db.insertInto('delivery_attempt').values(ends(1_100, other)).execute();
  await watch.look();
  open();
  await committing;
  await watch.look();
  expect(await alarms()).toEqual([]);
  clock.advance(60_000);
  await watch.look();
  expect(await alarms()).toMatchObject([{ button_click_id: id, reason: 'all_failed' }]);
});
