import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { NO_QUOTAS, testServer } from '../src/testing/server.ts';

/** A right-to-left override: what follows it is shown in reverse. */
const REVERSED = 'Ann \u202eeeL';
const PROBLEM = 'has hidden characters that change the direction of text: type it again.';
const PASSWORD = 'Quiet-harbour-77';

async function world() {
  const server = await testServer({ quotas: NO_QUOTAS });
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const admin = await buildAdmin(server.db);
  const tokens = {
    nobody: undefined,
    team: await server.tokenOf('team', team.id),
    admin: await server.tokenOf('admin', admin.id),
  };
  return { server, team, user, tokens };
}
type World = Awaited<ReturnType<typeof world>>;

const company = { email: 'new@company.example', phone: '+1 202 555 0143', password: PASSWORD };
const named = (name: string) => ({ account_name: name, first_name: name, last_name: name });
const THREE = ['Account name', 'First name', 'Last name'];

test.each<[string, keyof World['tokens'], (world: World, name: string) => object, string[]]>([
  ['/sapi/v1/signup', 'nobody', (_, name) => ({ ...company, ...named(name), re_password: PASSWORD }), THREE],
  ['/sapi/v1/contact', 'nobody', (_, name) => ({ name, email: 'a@b.example', message: 'Hello' }), ['Name']],
  ['/api/v1/create/team', 'admin', (_, name) => ({ data: { ...company, ...named(name) } }), THREE],
  ['/api/v1/update/team', 'admin', ({ team }, name) => ({ id: team.id, data: named(name) }), THREE],
  ['/api/v1/update/account', 'admin', (_, name) => ({ data: { first_name: name } }), ['First name']],
  ['/tapi/v1/update/team', 'team', ({ team }, name) => ({ id: team.id, data: named(name) }), THREE],
  ['/tapi/v1/update/app_user', 'team', ({ user }, name) => ({ id: user.id, data: { name } }), ['Name']],
  [
    '/tapi/v1/createCustom/app_user',
    'team',
    ({ team }, name) => ({
      data: { team_id: team.id, name, email: 'ann@work.example', phone: company.phone, password: PASSWORD },
    }),
    ['Name'],
  ],
])('%s rejects a name that changes the direction of text', async (path, role, bodyOf, labels) => {
  const it = await world();
  const token = it.tokens[role];
  const send = (name: string) =>
    it.server.post(path, { body: bodyOf(it, name), ...(token === undefined ? {} : { token }) });
  const rejected = await send(REVERSED);
  expect(rejected.status).toBe(400);
  // The list of sign-up has no envelope.
  const problems = rejected.body.errors ?? rejected.body;
  expect(problems.map(({ msg }: { msg: string }) => msg)).toEqual(
    labels.map((label) => `${label} ${PROBLEM}`),
  );
  // Names in scripts that are written from right to left have no such characters.
  expect((await send('משה אברהם')).status).not.toBe(400);
});

test('a name from before this rule is still listed, and its other values can be changed', async () => {
  const { server, user, tokens } = await world();
  await server.db.updateTable('app_user').set({ name: REVERSED }).where('id', '=', user.id).execute();
  const body = { id: user.id, data: { phone: '+1 202 555 0177' } };
  expect((await server.post('/tapi/v1/update/app_user', { token: tokens.team, body })).status).toBe(200);
  const list = await server.get('/tapi/v1/listPaged/app_user', { token: tokens.team, query: { my: 'yes' } });
  expect(list.body.items).toMatchObject([{ name: REVERSED, phone: '+1 202 555 0177' }]);
});

test('an imported name that changes the direction of text is a problem of its row', async () => {
  const { server, tokens } = await world();
  const csv = `Name,Email,Phone,Password,SMS consent\n${REVERSED},ann@work.example,+1 202 555 0143,${PASSWORD},yes`;
  const checked = await server.post('/tapi/v1/checkImport/app_user', { token: tokens.team, body: { csv } });
  expect(checked.body.data.rows[0].problems).toEqual([{ column: 'name', msg: `Name ${PROBLEM}` }]);
});
