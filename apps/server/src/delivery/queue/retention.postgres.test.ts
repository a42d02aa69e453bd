import { expect, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { DAY } from '../../scheduling/durations.ts';
import { failUnlessClosed, testDatabase } from '../../testing/databases/database.ts';
import { plannedEmail, testOutbox } from '../../testing/outbox.ts';
import { deleteOldTexts, purgeOldTexts } from './retention.ts';

test('while another process is in a step, a purge ends and deletes nothing', async () => {
  const { db, location } = await testDatabase();
  const outbox = await testOutbox(db);
  const before = new Date(Date.now() + DAY);
  const { signal } = new AbortController();
  const pressAndSend = async () => {
    await outbox.press([plannedEmail()]);
    await db.updateTable('delivery').set({ state: 'sent', next_attempt_at: null }).execute();
  };
  const countTexts = async () => (await db.selectFrom('message_text').select('id').execute()).length;
  await pressAndSend();
  expect(await deleteOldTexts(db, before)).toBe(1);
  await pressAndSend();
  const other = openDatabase(location, failUnlessClosed);
  await other.transaction().execute(async (tx) => {
    await tx.selectFrom('progress').selectAll().forUpdate().execute();
    await purgeOldTexts(db, before, signal);
  });
  await other.destroy();
  expect(await countTexts()).toBe(1);
  await purgeOldTexts(db, before, signal);
  expect(await countTexts()).toBe(0);
});
