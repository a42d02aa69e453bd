import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

type Contact = { name: string; phone: string; email: string };

const CALLABLE = { name: 'Sam', phone: '+1 202 555 0120', email: '' };
const EMAIL_ONLY = { name: 'Eve', phone: '', email: 'eve@team.example' };
const NAME_ONLY = { name: 'Nora', phone: '', email: '' };
const EMPTY = { name: '', phone: '', email: '' };
const PLATFORM = { name: 'Platform help', phone: '+1 202 555 0111', email: '' };

async function phoneOf(server: TestServer) {
  const team = await buildTeam(server.db, { account_name: 'Smith & Sons' });
  const user = await buildAppUser(server.db, team.id, {
    name: 'Ann Lee',
    email: 'ann@work.example',
    phone: '+1 202 555 0143',
  });
  const token = await server.tokenOf('app_user', user.id);
  const dashboard = async () => (await server.get('/mapi/v1/dashboard', { token })).body.data;
  return { team, user, token, dashboard };
}

async function configure(server: TestServer, key: string, value: string): Promise<void> {
  await server.db
    .insertInto('config')
    .values({ config_key: key, config_value: value, updated_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('config_key').doUpdateSet({ config_value: value }))
    .execute();
}

test.each<[string, Contact[], Contact[], Contact[]]>([
  ['only a name does not count', [NAME_ONLY, EMPTY], [PLATFORM], [PLATFORM]],
  ['contacts of both, none without number and address', [NAME_ONLY, CALLABLE], [PLATFORM], [CALLABLE]],
  [
    'with someone to call, also people with only an address',
    [EMAIL_ONLY, CALLABLE],
    [PLATFORM],
    [EMAIL_ONLY, CALLABLE],
  ],
  ['without anyone to call, the platform first', [EMAIL_ONLY], [NAME_ONLY, PLATFORM], [PLATFORM, EMAIL_ONLY]],
  ['no one at all', [NAME_ONLY], [NAME_ONLY], []],
])('the contacts of the dashboard: %s', async (_, own, platform, shown) => {
  const server = await testServer();
  const { team, dashboard } = await phoneOf(server);
  await configure(server, 'contact_person', JSON.stringify(platform));
  await server.db
    .updateTable('settings')
    .set({ setting_value: JSON.stringify(own) })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'contact_person')
    .execute();
  expect((await dashboard()).contacts).toEqual(shown);
});

test('the dashboard names the subscriber and the person, and has the configured emergency number', async () => {
  const server = await testServer();
  const { user, dashboard } = await phoneOf(server);
  expect(await dashboard()).toMatchObject({
    account_name: 'Smith & Sons',
    user: { id: user.id, name: 'Ann Lee', email: 'ann@work.example', phone: '+1 202 555 0143' },
    emergency_number: '911',
    push_key: 'test-key',
  });
  await configure(server, 'emergency_number', '112');
  expect((await dashboard()).emergency_number).toBe('112');
  await configure(server, 'emergency_number', '');
  expect((await dashboard()).emergency_number).toBe('911');
});

test('the dashboard has the person’s emergencies that no one has closed, the newest first, without drills and those of others', async () => {
  const server = await testServer();
  const { team, user, token, dashboard } = await phoneOf(server);
  const colleague = await server.tokenOf('app_user', (await buildAppUser(server.db, team.id)).id);
  const press = async (by: string, button_id: number) => {
    const client_id = randomUUID();
    const { status } = await server.post('/mapi/v1/button_click', {
      token: by,
      body: { client_id, button_id, location: null, pressed_at: new Date().toISOString() },
    });
    expect(status).toBe(200);
    return client_id;
  };
  expect((await dashboard()).open_emergencies).toEqual([]);
  await press(colleague, 5);
  await press(token, 2);
  const pressed: string[] = [];
  while (pressed.length < 7) pressed.unshift(await press(token, 5));
  const [newest, drill, closed, ...older] = pressed;
  const change = async (clientId: string | undefined, values: object) => {
    const { id } = await server.db
      .selectFrom('button_click')
      .select('id')
      .where('client_id', '=', clientId ?? '')
      .where('app_user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    await server.db.updateTable('incident').set(values).where('button_click_id', '=', id).execute();
  };
  await change(drill, { is_drill: 1 });
  await change(closed, { state: 'closed', closed_at: new Date().toISOString() });
  expect((await dashboard()).open_emergencies).toEqual([newest, ...older]);
  await press(token, 5);
  expect((await dashboard()).open_emergencies).toHaveLength(5);
});
