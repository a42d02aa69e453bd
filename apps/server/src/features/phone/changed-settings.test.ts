import { randomUUID } from 'node:crypto';
import { getDashboardSlot } from '@callpoint/contract/catalog';
import { modeKey } from '@callpoint/contract/setting-keys';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';

test('the press after a change of settings by another process notifies the new recipient, or is rejected', async () => {
  const server = await testServer();
  const other = openDatabase(server.location, () => {});
  onTestFinished(() => other.destroy());
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('app_user', user.id);
  const press = () =>
    server.post('/mapi/v1/button_click', { token, body: { client_id: randomUUID(), button_id: 2 } });
  const set = (key: string, value: string) =>
    other
      .updateTable('settings')
      .set({ setting_value: value })
      .where('team_id', '=', team.id)
      .where('setting_key', '=', key)
      .executeTakeFirstOrThrow();
  const notified = async (id: number) => {
    const rows = await server.db
      .selectFrom('delivery')
      .select('address')
      .where('button_click_id', '=', id)
      .where('channel', '=', 'email')
      .where('role', '=', 'team')
      .execute();
    return rows.map(({ address }) => address);
  };
  for (const address of ['first@work.example', 'second@work.example', 'third@work.example']) {
    expect((await set('mail_to_admin_emails_2', address)).numUpdatedRows).toBe(1n);
    for (const response of [await press(), await press()]) {
      expect(response.status).toBe(200);
      expect(await notified(response.body.data.id)).toEqual([address]);
    }
  }
  await set(modeKey(getDashboardSlot({ kind: 'button', id: 2 })), 'no');
  expect((await press()).status).toBe(403);
});
