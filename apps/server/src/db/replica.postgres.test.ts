import { expect, onTestFinished, test } from 'vitest';
import { Overloaded } from '../scheduling/overloaded.ts';
import { runAsLowPriority } from '../scheduling/press-priority.ts';
import { failUnlessClosed, testDatabase } from '../testing/databases/database.ts';
import { gate } from '../testing/outbox.ts';
import { openDatabase } from './connection.ts';
import { attachReplica, readFromReplica } from './replica.ts';

test('a read that waits too long because other calls read from the replica is rejected, and is no fault of the replica', async () => {
  const { db, location } = await testDatabase();
  const replica = openDatabase(location, failUnlessClosed, { longestWait: 50 });
  onTestFinished(() => replica.destroy());
  const faults: unknown[] = [];
  attachReplica(db, replica, (error) => faults.push(error));
  const { opened, open } = gate();
  onTestFinished(open);
  let readers = 0;
  const work: Promise<unknown>[] = [];
  runAsLowPriority(() => {
    // Some of them get all connections of other calls, the others none.
    for (let call = 0; call < 6; call += 1) work.push(replica.connection().execute(() => opened));
    work.push(readFromReplica(db, async () => void (readers += 1)));
  });
  const results = Promise.allSettled(work);
  await expect(work.at(-1)).rejects.toBeInstanceOf(Overloaded);
  expect([readers, faults]).toEqual([0, []]);
  open();
  await results;
});
