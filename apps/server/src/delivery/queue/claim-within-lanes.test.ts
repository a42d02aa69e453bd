import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { copyMessage } from '../../testing/rows/copy-message.ts';
import { readCounter } from '../../testing/databases/reads.ts';
import { plannedEmail, testOutbox, type TestOutbox } from '../../testing/outbox.ts';
import { claimDue, type ClaimCapacity, type LaneCapacities } from './claim.ts';
import { claimWithinLanes, laneScans, type LaneScans } from './claim-within-lanes.ts';

const START = Date.parse('2026-11-21T08:00:00.000Z');
const NOW = new Date(START + 3_600_000);
const LEASE = new Date(NOW.getTime() + 20_000);
const CAPACITY: ClaimCapacity = { all: 100, ordinary: 98 };
/** The places of the full lane are in use, for emergencies too. */
const LANES: LaneCapacities = { usual: 5, lanes: [{ lane: 'full.example', free: 0, urgent: 0 }] };

const at = (second: number) => new Date(START + second * 1000);

async function ground() {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  return { db, outbox, press: presser(outbox) };
}

/** Stores one email to each host, due at the given second. */
function presser(outbox: TestOutbox) {
  return async (hosts: readonly string[], second: number, emergency = false) => {
    const mails = hosts.map((host, number) => plannedEmail({ address: `person-${number}@${host}` }));
    await outbox.press(mails, { now: at(second), emergency });
  };
}

const claimNow = (
  db: Db,
  {
    capacity = CAPACITY,
    lanes = LANES,
    scans = laneScans('email'),
  }: Partial<{
    capacity: ClaimCapacity;
    lanes: LaneCapacities;
    scans: LaneScans;
  }> = {},
) => claimWithinLanes(db, 'email', capacity, NOW, LEASE, lanes, scans);

test('a claim costs the same with 50,000 as with 1,000 messages that wait for a full lane', async () => {
  const { db, press } = await ground();
  const countReads = readCounter('delivery');
  await press(['full.example'], 0);
  const costs: number[] = [];
  for (const copies of [1000, 49_000]) {
    await copyMessage(db, 1, copies);
    await sql`${getDialect(db).settle}`.execute(db);
    await press(['other.example'], 3000);
    let claimed: string[] = [];
    const cost = await countReads(db, async (on) => {
      claimed = (await claimNow(on)).messages.map(({ address }) => address);
    });
    expect(claimed).toEqual(['person-0@other.example']);
    costs.push(cost);
  }
  const [few = 0, many = 0] = costs;
  expect(few).toBeGreaterThan(100);
  expect(many).toBeLessThan(few * 1.1);
});

test('behind many messages of a full lane, the messages that have waited longest are claimed in their order', async () => {
  const { db, press } = await ground();
  await press(['full.example'], 0);
  await copyMessage(db, 1, 300);
  const hosts = Array.from({ length: 40 }, (_, number) => `host-${(number * 7) % 20}.example`);
  for (const [second, host] of hosts.entries()) await press([host], 100 + second);
  await press(
    Array.from({ length: 12 }, () => 'busy.example'),
    90,
  );
  await press(['host-3.example', 'later.example'], 10_000);
  const lanes = { usual: 5, lanes: [...LANES.lanes, { lane: 'host-1.example', free: 1, urgent: 5 }] };
  // What a claim that reads every message would choose.
  const rollback = new Error('rolled back');
  let expected: number[] = [];
  const reference = db.transaction().execute(async (tx) => {
    expected = (await claimDue(tx, 'email', CAPACITY, NOW, LEASE, lanes)).map(({ id }) => id);
    throw rollback;
  });
  await expect(reference).rejects.toBe(rollback);
  const { messages, isPartial } = await claimNow(db, { lanes });
  expect(messages.map(({ id }) => id)).toEqual(expected);
  // 5 of the busy host, 1 of host-1, 2 of each other one.
  expect(messages).toHaveLength(5 + 1 + 19 * 2);
  expect(isPartial).toBe(false);
  expect(messages[0]).toMatchObject({ subject: plannedEmail().subject, lane: 'busy.example' });
});

test('an emergency of another lane comes first, also behind emergencies of a full lane', async () => {
  const { db, press } = await ground();
  await press(['full.example'], 0, true);
  await press(['full.example'], 1);
  for (const id of [1, 2]) await copyMessage(db, id, 300);
  await press(['a.example'], 50);
  await press(['z.example'], 60, true);
  const { messages } = await claimNow(db);
  expect(messages.map(({ lane }) => lane)).toEqual(['z.example', 'a.example']);
});

test('claims no more than its capacity, and keeps the places for emergencies', async () => {
  const { db, press } = await ground();
  await press(['full.example'], 0);
  await copyMessage(db, 1, 300);
  await press(['c.example', 'b.example', 'a.example'], 50);
  const { messages } = await claimNow(db, { capacity: { all: 4, ordinary: 2 } });
  expect(messages.map(({ lane }) => lane)).toEqual(['c.example', 'b.example']);
});

test('reports that there may be more where it has found only the messages that are due first', async () => {
  const { db, press } = await ground();
  await press(['full.example'], 1);
  await copyMessage(db, 1, 300);
  await press(['first.example'], 0);
  await press(['last.example'], 50);
  const lanes = [];
  for (let isPartial = true; isPartial;) {
    const claim = await claimNow(db);
    lanes.push(claim.messages.map(({ lane }) => lane));
    isPartial = claim.isPartial;
  }
  expect(lanes).toEqual([['first.example'], ['last.example']]);
});

test('looks at any number of lanes in several claims of limited cost', async () => {
  const { db, press } = await ground();
  await press(['full.example'], 0);
  await copyMessage(db, 1, 300);
  await press(
    Array.from({ length: 450 }, (_, number) => `host-${number}.example`),
    10_000,
  );
  await press(['z.example', 'a.example'], 50);
  const scans = laneScans('email');
  const lanes = [];
  for (let claims = 0; claims < 4; claims += 1) {
    const { messages, isPartial } = await claimNow(db, { scans });
    lanes.push([isPartial, ...messages.map(({ lane }) => lane)]);
  }
  expect(lanes).toEqual([[true, 'a.example'], [true], [false, 'z.example'], [true]]);
});

test('two processes that claim at the same time never claim the same message', async () => {
  const { db, press } = await ground();
  await press(['full.example'], 0);
  await copyMessage(db, 1, 300);
  await press(
    Array.from({ length: 60 }, (_, number) => `host-${number}.example`),
    50,
  );
  const claims = await Promise.all(
    [1, 2, 3, 4].map(async () => await claimNow(db, { capacity: { all: 20, ordinary: 20 } })),
  );
  const ids = claims.flatMap(({ messages }) => messages.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const { messages } = await claimNow(db);
  expect(ids.length + messages.length).toBe(60);
});
