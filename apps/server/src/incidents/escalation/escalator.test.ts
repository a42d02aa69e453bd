import type { LiveEvent } from '@callpoint/contract/live-events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { IncidentsDb } from '../../db/handles/incidents.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildIncident } from '../../factories/incidents.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { EscalatorProcesses } from '../../testing/incidents/escalator-processes.ts';
import { FaultyIncidentsDb, testEscalator } from '../../testing/incidents/escalators.ts';
import { readIncidentRow } from '../../testing/incidents/guarantees.ts';

const MINUTE = 60_000;

async function ground() {
  const { db } = await testDatabase();
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  let presses = 0;
  const open = () => {
    presses += 1;
    return buildIncident(db, { id: presses, team_id: team.id, app_user_id: user.id });
  };
  return { db, open };
}

const later = () => new Date(Date.now() + 4 * MINUTE);

test('incidents whose step cannot start do not keep the others from starting', async () => {
  const { db, open } = await ground();
  const failing = 100;
  for (let number = 0; number < failing; number += 1) await open();
  const last = await open();
  let attempts = 0;
  const incidents = new FaultyIncidentsDb(db, { isCrashing: () => (attempts += 1) <= failing });
  await testEscalator(db, { incidents, now: later }).check();
  expect((await readIncidentRow(db, last)).run).toBeGreaterThan(0);
});

/** A subscriber with many due incidents whose steps notify no one, and another one. `after` runs after each transaction. */
async function busyGround(
  after: (count: number, openOther: (openedAt: Date) => Promise<number>, now: Date) => Promise<unknown>,
) {
  const { db, open } = await ground();
  const user = await buildAppUser(db, (await buildTeam(db)).id);
  const clock = { now: later() };
  for (let number = 0; number < 30; number += 1) await open();
  const openOther = (openedAt: Date) =>
    buildIncident(db, { id: 1_000, team_id: user.team_id, app_user_id: user.id }, { openedAt });
  let transactions = 0;
  class ObservedIncidentsDb extends IncidentsDb {
    override async transaction<Result>(work: (tx: IncidentsDb) => Promise<Result>): Promise<Result> {
      const result = await super.transaction(work);
      clock.now = new Date(clock.now.getTime() + 1_000);
      await after((transactions += 1), openOther, clock.now);
      return result;
    }
  }
  const escalator = testEscalator(db, { incidents: new ObservedIncidentsDb(db), now: () => clock.now });
  /** The incidents whose steps started, in order. */
  const startOrder = async () => {
    const steps = db.selectFrom('incident_event').select('incident_id').where('kind', '=', 'step');
    return (await steps.orderBy('id').execute()).map(({ incident_id }) => incident_id);
  };
  return { escalator, openOther, startOrder };
}

test('the due incidents of one subscriber do not delay the step of another one', async () => {
  const { escalator, openOther, startOrder } = await busyGround(async () => {});
  const other = await openOther(new Date());
  await escalator.check();
  const order = await startOrder();
  expect(order.indexOf(other)).toBeLessThan(2);
});

test('a step that becomes due while many others start is one of the next', async () => {
  let other = 0;
  const { escalator, startOrder } = await busyGround(async (count, openOther) => {
    if (count === 7) other = await openOther(new Date(0));
  });
  await escalator.check();
  const order = await startOrder();
  expect(order).toContain(other);
  expect(order.indexOf(other)).toBeLessThan(15);
});

test('a step that reaches no one any longer is followed by the next one while many others start', async () => {
  let other = 0;
  const { escalator, startOrder } = await busyGround(async (count, openOther, now) => {
    // No message of its press reached anyone.
    if (count === 7) other = await openOther(now);
  });
  await escalator.check();
  const order = await startOrder();
  expect(order).toContain(other);
  expect(order.indexOf(other)).toBeLessThan(20);
});

test('a process that is slow does not take the time from the people of a step that another process started', async () => {
  const { db, open } = await ground();
  const id = await open();
  const clock = { now: new Date() };
  // No message of the press reached anyone.
  const processes = new EscalatorProcesses(db, () => clock.now);
  processes.slowNext();
  await processes.check();
  const started = await readIncidentRow(db, id);
  expect(started.run).toBe(1);
  // Longer than until the next search for steps that reach no one.
  clock.now = new Date(clock.now.getTime() + 10_000);
  await processes.check();
  expect(await readIncidentRow(db, id)).toEqual(started);
});

test('while many steps start, the server answers calls between them', async () => {
  const { db, open } = await ground();
  const due = 20;
  for (let number = 0; number < due; number += 1) await open();
  let turns = 0;
  const done = new AbortController();
  // Each turn of the event loop is an opportunity for a call that has arrived.
  const countTurns = async () => {
    while (!done.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  };
  const counting = countTurns();
  expect(await testEscalator(db, { now: later }).check()).toBeGreaterThanOrEqual(due);
  done.abort();
  await counting;
  expect(turns).toBeGreaterThanOrEqual(due);
});

test('an incident escalates although its press was deleted', async () => {
  const { db, open } = await ground();
  const id = await open();
  expect(await testEscalator(db, { now: later }).check()).toBeGreaterThan(0);
  const messages = await db
    .selectFrom('delivery')
    .select(['button_click_id', 'state'])
    .where('incident_id', '=', id)
    .execute();
  expect(messages).toContainEqual({ button_click_id: null, state: 'pending' });
});

test('administrators are emailed that no one acknowledged an incident whose press was deleted; not of a drill', async () => {
  const { db, open } = await ground();
  const admins = [await buildAdmin(db), await buildAdmin(db)];
  const [id, drill] = [await open(), await open()];
  await db.updateTable('incident').set({ is_drill: 1 }).where('id', '=', drill).execute();
  await db
    .updateTable('incident')
    .set({ safe_at: '2026-11-26T10:00:00.000Z' })
    .where('id', '=', id)
    .execute();
  let hours = 0;
  const escalator = testEscalator(db, { now: () => new Date(Date.now() + (hours += 1) * 60 * MINUTE) });
  for (const one of [id, drill])
    while ((await readIncidentRow(db, one)).unanswered_at === null) await escalator.check();
  const emails = await db
    .selectFrom('delivery')
    .innerJoin('message_text', 'message_text.id', 'delivery.text_id')
    .select(['address', 'subject', 'body', 'state'])
    .where('purpose', '=', 'alarm')
    .orderBy('delivery.id')
    .execute();
  expect(emails.map(({ address, state }) => [address, state])).toEqual(
    admins.map(({ email }) => [email, 'pending']),
  );
  expect(emails[0]?.subject).toMatch(
    /^Callpoint alarm: subscriber \d+, 1 submission that notified no one and that no one acknowledged in time$/,
  );
  expect(emails[0]?.body).toMatch(
    /Why: no one was notified, and no one had acknowledged it by \w{3} \d.+ UTC\./,
  );
  expect(emails[0]?.body).toMatch(/^Reported safe on .+: make sure that it is true\.$/m);
});

test('an incident whose policy cannot be read has the default policy', async () => {
  const { db, open } = await ground();
  const id = await open();
  await db.updateTable('incident').set({ policy: '{' }).where('id', '=', id).execute();
  expect(await testEscalator(db, { now: later }).check()).toBeGreaterThan(0);
  expect((await readIncidentRow(db, id)).run).toBeGreaterThan(0);
});

test('open consoles learn of the alarm when no one acknowledged an incident', async () => {
  const { db } = await ground();
  const user = await buildAppUser(db, (await buildTeam(db)).id);
  const [press] = await storeSubmissions(db, [buildSubmission(user)]);
  const id = await buildIncident(db, {
    id: press?.id ?? 0,
    team_id: user.team_id,
    app_user_id: user.id,
  });
  const published: LiveEvent[] = [];
  let now = Date.now();
  const escalator = testEscalator(db, {
    now: () => new Date(now),
    live: { publish: (...events) => void published.push(...events) },
  });
  while ((await readIncidentRow(db, id)).unanswered_at === null) {
    now += 4 * MINUTE;
    await escalator.check();
  }
  const alarm = await db.selectFrom('alarm').select('id').executeTakeFirstOrThrow();
  expect(published.filter(({ kind }) => kind === 'alarm.raised')).toEqual([
    expect.objectContaining({
      alarm_id: alarm.id,
      team_id: user.team_id,
      submission: 'button',
      id: press?.id,
    }),
  ]);
});
