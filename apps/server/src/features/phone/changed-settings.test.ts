import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { getDashboardSlot } from '@callpoint/contract/catalog';
import { modeKey } from '@callpoint/contract/setting-keys';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer } from '../../testing/server.ts';

/** A server with a press of button 2, and a way to change its settings in another process. */
async function pressedServer() {
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
  return { server, token, press, set, notified };
}

test('the press after a change of settings by another process notifies the new recipient, or is rejected', async () => {
  const { press, set, notified } = await pressedServer();
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

test('a press whose body arrives after a change of settings notifies the new recipient', async () => {
  const { server, token, press, set, notified } = await pressedServer();
  await set('mail_to_admin_emails_2', 'first@work.example');
  await press();
  const body = JSON.stringify({ client_id: randomUUID(), button_id: 2 });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /mapi/v1/button_click?token=${token} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  // Meanwhile the server has read the session of the press before.
  for (let call = 0; call < 3; call += 1) await server.get('/mapi/v1/dashboard', { token });
  await set('mail_to_admin_emails_2', 'second@work.example');
  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => (response += text));
  socket.write(body);
  await once(socket, 'close');
  const { data } = JSON.parse(response.slice(response.indexOf('\r\n\r\n'))) as { data: { id: number } };
  expect(await notified(data.id)).toEqual(['second@work.example']);
});
