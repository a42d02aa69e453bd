import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { deleteOldRejections, recordAudit, recordRejection, type AuditEntry } from './audit.ts';

const AT = new Date('2026-11-22T10:30:00.000Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);

const REJECTION: AuditEntry = {
  actor: { role: 'team', id: 7, address: '192.0.2.1' },
  action: 'POST /tapi/v1/update/team',
  outcome: 'refused',
  subject: 'team',
  subjectId: 7,
  teamId: 7,
  detail: 'answered 403',
};

async function audited() {
  const { db } = await testDatabase();
  const lines = async () =>
    await db.selectFrom('audit').select(['at', 'address', 'subject_id', 'times']).orderBy('id').execute();
  return { db, lines };
}

test('rejections of one kind and caller share one entry per hour, which describes the first', async () => {
  const { db, lines } = await audited();
  await recordAudit(db, REJECTION, AT);
  const elsewhere = { ...REJECTION, actor: { ...REJECTION.actor, address: '192.0.2.9' }, subjectId: 8 };
  await recordAudit(db, elsewhere, later(5));
  await recordRejection(db, REJECTION, 10, later(29));
  await recordAudit(db, REJECTION, later(30));
  expect(await lines()).toEqual([
    { at: AT.toISOString(), address: '192.0.2.1', subject_id: 7, times: 12 },
    { at: later(30).toISOString(), address: '192.0.2.1', subject_id: 7, times: 1 },
  ]);
});

test('another call, status, caller or unknown address gets its own entry', async () => {
  const { db, lines } = await audited();
  const stranger = (address: string): AuditEntry => ({
    ...REJECTION,
    actor: { role: 'nobody', id: null, address },
  });
  for (const entry of [
    REJECTION,
    { ...REJECTION, action: 'GET /tapi/v1/convertToFree' },
    { ...REJECTION, detail: 'answered 404' },
    { ...REJECTION, actor: { ...REJECTION.actor, id: 8 } },
    stranger('192.0.2.1'),
    stranger('192.0.2.2'),
  ]) {
    await recordAudit(db, entry, AT);
  }
  expect((await lines()).map(({ times }) => times)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('counts rejections that are recorded concurrently', async () => {
  const { db, lines } = await audited();
  await Promise.all(Array.from({ length: 20 }, () => recordAudit(db, REJECTION, AT)));
  expect((await lines()).map(({ times }) => times)).toEqual([20]);
});

test('deletes rejections after 90 days and keeps completed actions', async () => {
  const { db, lines } = await audited();
  await recordAudit(db, REJECTION, AT);
  await recordAudit(db, { ...REJECTION, outcome: 'done' }, AT);
  await recordAudit(db, REJECTION, later(24 * 60));
  const [, done, recent] = await lines();
  await deleteOldRejections(db, later(90 * 24 * 60 + 1));
  expect(await lines()).toEqual([done, recent]);
  expect(done?.times).toBeNull();
});
