import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../db/history/audit.ts';
import { isLowPriority, runAsLowPriority } from '../../scheduling/press-priority.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { RejectionCounter } from './rejection-counter.ts';

const ADDRESS = '203.0.113.9';

function rejectionOf(path: string): AuditEntry {
  return {
    actor: { role: 'nobody', id: null, address: ADDRESS },
    action: `POST ${path}`,
    outcome: 'refused',
    subject: 'session',
    subjectId: null,
    teamId: null,
    detail: 'answered 429',
  };
}

/** A counter on a real database. The test runs its background work, as if the server stopped. */
async function setUp() {
  const { db } = await testDatabase();
  const works: ((stopping: AbortSignal) => Promise<void>)[] = [];
  const ofCall: boolean[] = [];
  const counter = new RejectionCounter(db, {
    run(_what, work) {
      ofCall.push(isLowPriority());
      works.push(work);
    },
    stop: async () => {},
  });
  return {
    db,
    counter,
    /** Whether each background work is that of a call. */
    ofCall,
    write: async () => {
      for (const work of works.splice(0)) await work(AbortSignal.abort());
    },
    counted: async () =>
      await db
        .selectFrom('audit')
        .select(['action', 'times'])
        .where('address', '=', ADDRESS)
        .orderBy('action')
        .execute(),
  };
}

test('writes rejections of the same kind together, one entry for each kind', async () => {
  const { counter, write, counted } = await setUp();
  for (let time = 0; time < 100; time += 1) counter.add(rejectionOf(`/call-${time % 30}`));
  await write();
  const lines = await counted();
  expect(lines).toHaveLength(30);
  expect(lines.reduce((sum, { times }) => sum + (times ?? 0), 0)).toBe(100);
});

test('after a database error, the next write counts every rejection once', async () => {
  const { db, counter, write, counted } = await setUp();
  for (let kind = 0; kind < 25; kind += 1) counter.add(rejectionOf(`/call-${kind}`));
  await sql`alter table audit rename to audit_elsewhere`.execute(db);
  await expect(write()).rejects.toThrow('audit');
  await sql`alter table audit_elsewhere rename to audit`.execute(db);
  counter.add(rejectionOf('/call-0'));
  await write();
  const lines = await counted();
  expect(lines).toHaveLength(25);
  expect(lines.find(({ action }) => action === 'POST /call-0')?.times).toBe(2);
  expect(lines.reduce((sum, { times }) => sum + (times ?? 0), 0)).toBe(26);
});

test('writing the rejections of all callers is not work of the call that was rejected first', async () => {
  const { counter, ofCall } = await setUp();
  runAsLowPriority(() => counter.add(rejectionOf('/call')), 'account');
  expect(ofCall).toEqual([false]);
});
