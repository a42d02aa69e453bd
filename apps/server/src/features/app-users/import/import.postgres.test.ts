import { CHANNELS } from '@callpoint/contract/channels/channels';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../../factories/accounts.ts';
import { lockUsage } from '../../../sending-limits/usage-store.ts';
import { untilWaitsForLock } from '../../../testing/databases/lock-waits.ts';
import { NO_QUOTAS, testServer, type TestResponse } from '../../../testing/server.ts';

test('a row for which the plan has no place any more does not count for the daily limit of new addresses', async () => {
  const server = await testServer({ quotas: NO_QUOTAS });
  const { db } = server;
  const team = await buildTeam(db);
  await db.updateTable('team').set({ max_users: 2 }).where('id', '=', team.id).execute();
  const token = await server.tokenOf('team', team.id);
  const csv = [
    'Name,Email,Phone,Password,SMS consent',
    'Ann Lee,ann@work.example,+1 202 555 0143,Quiet-harbour-77,yes',
    'Ben Ode,ben@work.example,+1 202 555 0144,Quiet-harbour-77,yes',
  ].join('\r\n');
  const sms_consent = 'This user agrees to receive text messages (SMS) at this number.';
  let response: Promise<TestResponse> | undefined;
  await db.transaction().execute(async (tx) => {
    const keys = CHANNELS.map((channel) => ({ teamId: team.id, channel }));
    await lockUsage(tx, keys, new Date());
    response = server.post('/tapi/v1/import/app_user', { token, body: { csv, rows: [2, 3], sms_consent } });
    // The rows are checked, and both have a place.
    await untilWaitsForLock(db, 1);
    await buildAppUser(db, team.id);
  });
  expect((await response)?.body.data).toEqual({
    added: [{ row: 2, id: expect.any(Number) }],
    failed: [{ row: 3, msg: expect.stringContaining('2') }],
  });
  const usage = await db.selectFrom('sending_usage').select('own_recipients').execute();
  expect(usage.map(({ own_recipients }) => own_recipients)).toEqual(CHANNELS.map(() => 1));
});
