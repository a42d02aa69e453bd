import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { REJECTED } from '../../testing/watchdog.ts';
import { claim } from './claim.ts';
import { claimKey, LEASE_MS, releaseClaims, renewLeases } from './lease.ts';
import { buildAttemptResult, recordResults } from './record-results.ts';

test('a claim that a failover has lost changes no other message that got the same id', async () => {
  const { db } = await testDatabase();
  const outbox = await testOutbox(db);
  await outbox.press([plannedEmail()]);
  const now = new Date(Date.now() + 1_000);
  const until = new Date(now.getTime() + LEASE_MS);
  const [lost] = await claim(db, 'email', { all: 1, ordinary: 1 }, now, until);
  if (!lost) throw new Error('nothing was claimed');
  // The new primary has never had the first one; another process has claimed the second one.
  await db.updateTable('delivery').set({ message_key: 'another' }).execute();
  const before = await outbox.rows();
  expect(before).toMatchObject([{ id: lost.id, fence: lost.fence, state: 'sending' }]);

  const times = { startedAt: now.toISOString(), endedAt: now, ms: 1 };
  const result = buildAttemptResult(lost, { kind: 'sent', providerText: '250 OK' }, times, () => 0.5);
  expect(await db.transaction().execute((tx) => recordResults(tx, [result]))).toEqual(new Set());
  expect(await renewLeases(db, [lost], new Date(until.getTime() + LEASE_MS))).toEqual(new Set());
  await releaseClaims(db, [lost]);
  expect(await outbox.rows()).toEqual(before);
  expect(await outbox.attempts()).toEqual([]);

  const own = { ...lost, message_key: 'another' };
  expect(await renewLeases(db, [lost, own], until)).toEqual(new Set([claimKey(own)]));
  await releaseClaims(db, [own]);
  expect(await outbox.rows()).toMatchObject([{ id: lost.id, state: 'pending' }]);

  const [again] = await claim(db, 'email', { all: 1, ordinary: 1 }, now, until);
  if (!again) throw new Error('nothing was claimed');
  const failed = buildAttemptResult(again, REJECTED, times, () => 0.5);
  const recorded = await db
    .transaction()
    .execute((tx) => recordResults(tx, [{ ...result, fence: again.fence }, failed]));
  expect(recorded).toEqual(new Set([claimKey(again)]));
  expect((await outbox.attempts()).map(({ outcome }) => outcome)).toEqual(['permanent']);
});
