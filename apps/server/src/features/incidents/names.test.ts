import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { testEscalator } from '../../testing/incidents/escalators.ts';
import { incidentWithLinks } from '../../testing/incidents/personal-links.ts';

/** An incident, and two administrators with the same name. */
async function ground() {
  const world = await incidentWithLinks();
  const { server, incident } = world;
  const person = async (name: string) => {
    const { id, email } = await buildAdmin(server.db, { firstName: name, lastName: 'Flores' });
    return { email, token: await server.tokenOf('admin', id) };
  };
  const [first, second, third] = [await person('Ana'), await person('Ana'), await person('Kim')];
  const call = async (token: string, name: string, body: object) =>
    await server.post(`/api/v1/${name}/incident`, { token, body: { id: incident.id, ...body } });
  const see = async (token: string) =>
    (await server.get('/api/v1/incident', { token, query: { id: incident.id } })).body.data;
  return { ...world, first, second, third, call, see };
}

test('only the owner has what the owner may do, not another administrator with the same name', async () => {
  const { first, second, call, see } = await ground();
  expect((await call(first.token, 'answer', { answer: 'have', eta_minutes: 5 })).body.data).toMatchObject({
    owner: { name: 'Ana Flores' },
    is_mine: true,
  });
  const before = await see(first.token);
  expect(before).toMatchObject({ state: 'acknowledged', is_mine: true });
  expect(await see(second.token)).toMatchObject({ owner: { name: 'Ana Flores' }, is_mine: false });

  const later = await call(second.token, 'answer', { answer: 'have', eta_minutes: 90 });
  expect(later.body).toMatchObject({ msg: 'Ana Flores already has it.', data: { is_mine: false } });
  const taken = await call(second.token, 'progress', { state: 'arrived' });
  expect([taken.status, taken.body.msg]).toEqual([409, 'Someone else has it.']);
  expect(await see(first.token)).toMatchObject({
    state: 'acknowledged',
    eta_at: before.eta_at,
    is_mine: true,
  });
});

test('the page of a personal link says “has it” of the owner, not of others with the same name', async () => {
  const { server, incident, links, first, call } = await ground();
  const [link = ''] = await links('sms');
  const clock = { now: Date.now() };
  const escalator = testEscalator(server.db, { now: () => new Date(clock.now) });
  for (let minute = 0; minute < 20; minute += 1) {
    clock.now += MINUTE;
    await escalator.check();
  }
  const recipients = await server.db
    .selectFrom('incident_responder')
    .select(['address', 'name'])
    .where('incident_id', '=', incident.id)
    .where('role', '=', 'administrators')
    .where('channel', '=', 'email')
    .execute();
  expect(recipients.filter(({ name }) => name === 'Ana Flores')).toHaveLength(2);
  await call(first.token, 'answer', { answer: 'have' });
  const page = await (await fetch(link)).text();
  const rows = [...page.matchAll(/<li>(Ana Flores, .*?)<\/li>/g)].map(([, row]) => row);
  expect(rows).toEqual(['Ana Flores, Email, console: has it', 'Ana Flores, Email: message not sent yet']);
});

test('the page of an incident names the people behind the addresses, as they are now', async () => {
  const { server, team, token, user, incident, read } = await incidentWithLinks();
  type Message = { role: string; channel: string; name: string | null; person: number };
  const messages = async () =>
    ((await read())['messages'] as Message[]).filter(({ role }) => role !== 'consultancy');
  const nameOf = async (wanted: Pick<Message, 'role' | 'channel'>) =>
    (await messages()).find(({ role, channel }) => role === wanted.role && channel === wanted.channel)?.name;
  const owner = `${team.first_name} ${team.last_name}`;
  expect(await nameOf({ role: 'team', channel: 'email' })).toBe(owner);
  expect(await nameOf({ role: 'user', channel: 'email' })).toBe(user.name);
  expect(await nameOf({ role: 'team', channel: 'sms' })).toBeNull();
  await buildAppUser(server.db, team.id, { name: 'Kim Lee', phone: '+13035550188' });
  expect(await nameOf({ role: 'team', channel: 'sms' })).toBe('Kim Lee');
  // Another subscriber's app user with the number is not named, and a number that two people share names neither.
  const other = await buildTeam(server.db);
  await buildAppUser(server.db, other.id, { name: 'Other Person', phone: '+13035550188' });
  expect(await nameOf({ role: 'team', channel: 'sms' })).toBe('Kim Lee');
  const { id: lou } = await buildAppUser(server.db, team.id, { name: 'Lou Park', phone: '(303) 555-0188' });
  expect(await nameOf({ role: 'team', channel: 'sms' })).toBeNull();
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const seen = await server.get('/api/v1/incident', { token: admin, query: { id: incident.id } });
  expect(seen.body.data.messages.map(({ name }: Message) => name)).toContain(owner);

  // A closed incident keeps the people of its time.
  await server.db.deleteFrom('app_user').where('id', '=', lou).execute();
  const body = { id: incident.id, outcome: 'helped' };
  expect((await server.post('/tapi/v1/close/incident', { token, body })).status).toBe(200);
  await server.db
    .updateTable('app_user')
    .set({ name: 'Somebody Else' })
    .where('name', '=', 'Kim Lee')
    .execute();
  expect(await nameOf({ role: 'team', channel: 'sms' })).toBe('Kim Lee');
});

test('of hundreds of app users, those whose addresses were notified are named, also after the incident was closed', async () => {
  const { server, team, token, user, incident, read } = await incidentWithLinks();
  const { id: _, ...row } = await server.db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const filler = (number: number) => ({
    ...row,
    name: `Filler ${number}`,
    email: `filler${number}@work.example`,
    phone: '',
    sms_number: null,
  });
  await server.db
    .insertInto('app_user')
    .values(Array.from({ length: 510 }, (__, number) => filler(number)))
    .execute();
  await buildAppUser(server.db, team.id, { name: 'Kim Lee', phone: '+13035550188' });
  const nameOf = async () =>
    ((await read())['messages'] as { role: string; channel: string; name: string | null }[]).find(
      ({ role, channel }) => role === 'team' && channel === 'sms',
    )?.name;
  expect(await nameOf()).toBe('Kim Lee');
  const body = { id: incident.id, outcome: 'helped' };
  expect((await server.post('/tapi/v1/close/incident', { token, body })).status).toBe(200);
  expect(await nameOf()).toBe('Kim Lee');
});
