import { MAX_ID } from '@callpoint/contract/fields';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getDialect } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { claim } from '../delivery/queue/claim.ts';
import { resetForResend } from '../delivery/queue/resend.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { copyMessage } from '../testing/rows/copy-message.ts';
import { readCounter } from '../testing/databases/reads.ts';
import { plannedEmail, testOutbox } from '../testing/outbox.ts';
import { readFigures } from './figures.ts';

const START = Date.parse('2026-11-21T08:00:00.000Z');
const at = (second: number) => new Date(START + second * 1000);
const NOW = at(3_600);

async function ground() {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  /** Stores an email that was created at the given second, and returns its id. */
  async function press(second: number, emergency = false): Promise<number> {
    await outbox.press([plannedEmail()], { now: at(second), emergency });
    const { id } = await db
      .selectFrom('delivery')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  }
  return { db, press };
}

async function emails(db: Db) {
  const { pending } = await readFigures(db, NOW);
  const email = pending.filter(({ channel }) => channel === 'email');
  return Object.fromEntries(
    email.map(({ priority, messages, oldestDueSeconds, oldestSeconds }) => [
      priority,
      { messages, oldestDueSeconds, oldestSeconds },
    ]),
  );
}

const NONE = { messages: 0, oldestDueSeconds: 0, oldestSeconds: 0 };
const change = async (db: Db, id: number, set: object) =>
  void (await db.updateTable('delivery').set(set).where('id', '=', id).execute());

test('no message waits', async () => {
  const { db, press } = await ground();
  for (const state of ['sent', 'failed', 'held', 'skipped'])
    await change(db, await press(0, true), { state, next_attempt_at: null });
  expect(await emails(db)).toEqual({ emergency: NONE, other: NONE });
});

test('a message whose attempt failed has waited since it was created, also while it is not due', async () => {
  const { db, press } = await ground();
  const tried = await press(3_000, true);
  await change(db, tried, { attempts: 3, next_attempt_at: at(4_000).toISOString() });
  await press(3_590);
  expect(await emails(db)).toEqual({
    emergency: { messages: 1, oldestDueSeconds: 0, oldestSeconds: 600 },
    other: { messages: 1, oldestDueSeconds: 10, oldestSeconds: 10 },
  });
});

test('a message that is being sent still waits', async () => {
  const { db, press } = await ground();
  await press(3_500, true);
  const claimed = await claim(db, 'email', { all: 10, ordinary: 10 }, NOW, at(3_620));
  expect(claimed).toHaveLength(1);
  expect(await emails(db)).toEqual({ emergency: { ...NONE, oldestSeconds: 100 }, other: NONE });
});

test('a message that was resent or released has not waited before', async () => {
  const { db, press } = await ground();
  const resent = await press(0, true);
  await change(db, resent, { ...resetForResend(at(3_580), null) });
  const released = await press(0);
  await change(db, released, { next_attempt_at: at(3_570).toISOString() });
  expect(await emails(db)).toEqual({
    emergency: { messages: 1, oldestDueSeconds: 20, oldestSeconds: 20 },
    other: { messages: 1, oldestDueSeconds: 30, oldestSeconds: 30 },
  });
  // An attempt changes when a resent message is due.
  await change(db, resent, { attempts: 1, next_attempt_at: at(4_000).toISOString() });
  expect(await emails(db)).toMatchObject({ emergency: { oldestDueSeconds: 0, oldestSeconds: 20 } });
});

/** Stores a held message. */
async function hold(
  { db, press }: Awaited<ReturnType<typeof ground>>,
  second: number,
  isEmergency: boolean,
  held_for: string,
) {
  const id = await press(second, isEmergency);
  await change(db, id, { state: 'held', held_for });
  return id;
}

test('counts held messages of the last hour by their reason, and none that was released', async () => {
  const one = await ground();
  const { db } = one;
  for (const second of [10, 20]) await hold(one, second, true, 'channel');
  await hold(one, 30, false, 'limit');
  await hold(one, -10, true, 'unconfirmed');
  const released = await hold(one, 40, true, 'restored');
  const counted = async () => (await readFigures(db, NOW)).held.filter(({ messages }) => messages > 0);
  const expected = [
    { channel: 'email', priority: 'emergency', reason: 'channel', messages: 2 },
    { channel: 'email', priority: 'other', reason: 'limit', messages: 1 },
  ];
  const restored = { channel: 'email', priority: 'emergency', reason: 'restored', messages: 1 };
  expect(await counted()).toEqual(expect.arrayContaining([...expected, restored]));
  await change(db, released, { state: 'pending', held_for: null, next_attempt_at: at(50).toISOString() });
  expect(await counted()).toEqual(expected);
});

test.each([
  ['emergency', true],
  ['other message', false],
] as const)(
  'counts a held %s however many messages are held after it for another reason or with the other priority',
  async (_which, isEmergency) => {
    const one = await ground();
    await hold(one, 10, isEmergency, 'channel');
    await copyMessage(one.db, await hold(one, 20, isEmergency, 'unconfirmed'), 5_000);
    await copyMessage(one.db, await hold(one, 20, !isEmergency, 'channel'), 5_000);
    const { held } = await readFigures(one.db, NOW);
    const [own, theOther] = isEmergency ? ['emergency', 'other'] : ['other', 'emergency'];
    expect(held.filter(({ messages }) => messages > 0)).toEqual(
      expect.arrayContaining([
        { channel: 'email', priority: own, reason: 'channel', messages: 1 },
        { channel: 'email', priority: own, reason: 'unconfirmed', messages: 5_000 },
        { channel: 'email', priority: theOther, reason: 'channel', messages: 5_000 },
      ]),
    );
  },
);

test('the used ids include those of deleted rows, and are exact up to the last one', async () => {
  const { db, press } = await ground();
  const used = async (table: string) =>
    (await readFigures(db, NOW)).usedIds.find((one) => one.table === table)?.ratio;
  expect(await used('delivery')).toBeUndefined();
  const id = await press(0);
  await db.deleteFrom('delivery').where('id', '=', id).execute();
  expect(await used('delivery')).toBe(id / MAX_ID);
  await getDialect(db).setLastId(db, 'delivery', MAX_ID - 1);
  await press(1);
  expect(await used('delivery')).toBe(1);
});

test('finds the oldest message behind more messages than it examines', async () => {
  const { db, press } = await ground();
  const oldest = await press(100);
  await copyMessage(db, await press(200), 2_500);
  await change(db, oldest, { attempts: 5, next_attempt_at: at(9_000).toISOString() });
  expect(await emails(db)).toMatchObject({ other: { messages: 2_502, oldestSeconds: 3_500 } });
});

test('costs the same with 10,000 as with 100 sent messages, and with 10,000 that have been held for longer', async () => {
  const { db, press } = await ground();
  const countReads = readCounter('delivery');
  await copyMessage(db, await press(200), 100);
  const sent = await press(-1);
  const held = await press(-1);
  await change(db, held, { held_for: 'limit' });
  const finished = [
    [sent, 'sent'],
    [held, 'held'],
  ] as const;
  for (const [id, state] of finished) await change(db, id, { state });
  const costs: number[] = [];
  for (const copies of [100, 9_900]) {
    for (const [id] of finished) await copyMessage(db, id, copies);
    await sql`${getDialect(db).settle}`.execute(db);
    costs.push(await countReads(db, (on) => readFigures(on, NOW)));
  }
  const [few = 0, many = 0] = costs;
  expect(few).toBeGreaterThan(100);
  expect(many).toBeLessThan(few * 1.1);
});

test('costs the same with 20,000 as with 6,000 emergencies that a stranger has had held within the last hour', async () => {
  const one = await ground();
  const countReads = readCounter('delivery');
  await hold(one, 10, true, 'channel');
  const stranger = await hold(one, 20, true, 'unconfirmed');
  const costs: number[] = [];
  for (const copies of [6_000, 14_000]) {
    await copyMessage(one.db, stranger, copies);
    await sql`${getDialect(one.db).settle}`.execute(one.db);
    costs.push(await countReads(one.db, (on) => readFigures(on, NOW)));
  }
  const [few = 0, many = 0] = costs;
  expect(few).toBeGreaterThan(5_000);
  expect(many).toBeLessThan(few * 1.1);
});
