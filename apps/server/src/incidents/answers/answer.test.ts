import { expect, test } from 'vitest';
import { defaultPolicy } from '@callpoint/contract/escalation';
import { IncidentsDb, insertResponders } from '../../db/handles/incidents.ts';
import { testEscalator } from '../../testing/incidents/escalators.ts';
import { readIncidentRow } from '../../testing/incidents/guarantees.ts';
import { ALL_CHANNELS, buildSubscriber } from '../../testing/incidents/people.ts';
import { testServer } from '../../testing/server.ts';
import { ownerOf } from '../incident-row.ts';
import { RecipientAnswers } from './recipient-answers.ts';

/** An incident whose safety team gets an SMS each, and one of them an email as well. */
async function ground({ people: size = 2 } = {}) {
  const server = await testServer({ channels: ALL_CHANNELS });
  const subscriber = await buildSubscriber(server, {
    people: size,
    lists: { emails: [0], numbers: [...Array(size).keys()], contacts: [] },
    buttonId: 5,
    policyOf: () => ({ ...defaultPolicy(5), steps: [] }),
  });
  const { tokens, people } = subscriber;
  await server.post('/mapi/v1/button_click', {
    token: tokens.phone,
    body: { client_id: crypto.randomUUID(), button_id: 5 },
  });
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const answers = new RecipientAnswers({
    incidents: new IncidentsDb(server.db),
    live: { publish: () => {} },
    channels: ALL_CHANNELS,
    mapsUrl: '',
    wakeDelivery: () => {},
    wakeEscalator: () => {},
    onAnswered: () => {},
  });
  const bySms = (index: number, choice: 'have' | 'cannot') =>
    answers.answerByNumber({ number: people[index]?.phone ?? '', choice, reference: crypto.randomUUID() });
  const read = () => readIncidentRow(server.db, id);
  /** An answer by the personal link in the email to an address, by default to the first person's. */
  const byEmail = async (choice: 'have' | 'cannot', address = people[0]?.email ?? '') => {
    const responder = await server.db
      .selectFrom('incident_responder')
      .selectAll()
      .where('incident_id', '=', id)
      .where('channel', '=', 'email')
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    return await answers.answer({ responder, incident: await read() }, { choice, via: 'link' });
  };
  return { server, subscriber, id, bySms, byEmail, read };
}

test('of two people with the same name who acknowledge, the first one has it', async () => {
  const { server, bySms } = await ground();
  await server.db.updateTable('app_user').set({ name: 'Ana Flores' }).execute();
  expect(await bySms(0, 'have')).toMatch(
    /^Lone Worker Emergency, .+: You have it\. Thank you\. Please go or call now\.$/,
  );
  expect(await bySms(1, 'have')).toMatch(/: Ana Flores already has it\. Thank you\.$/);
  expect(await bySms(1, 'cannot')).toMatch(/: Ana Flores already has it\. Thank you\.$/);
});

test('an answer names the person behind the number, and counts for all of their addresses', async () => {
  const { server, subscriber, bySms, read } = await ground();
  const escalator = testEscalator(server.db, { now: () => new Date(Date.now() + 1_000) });
  await bySms(0, 'cannot');
  await escalator.check();
  expect(await read()).toMatchObject({ run: 0 });
  await bySms(1, 'cannot');
  await testEscalator(server.db, { now: () => new Date(Date.now() + 1_000) }).check();
  expect((await read()).run).toBeGreaterThan(0);
  await bySms(1, 'have');
  expect(ownerOf(await read())).toMatchObject({ name: subscriber.people[1]?.name });
});

test('a recipient who can’t help, and says so in the console, is not waited for', async () => {
  const { server, subscriber, id, bySms, read } = await ground();
  const { team, tokens } = subscriber;
  const changed = server.db.updateTable('settings').where('team_id', '=', team.id);
  await changed
    .where('setting_key', '=', 'sms_to_admin_number_5')
    .set({ setting_value: team.phone })
    .execute();
  await changed
    .where('setting_key', '=', 'mail_to_admin_emails_5')
    .set({ setting_value: team.email })
    .execute();
  const press = { client_id: crypto.randomUUID(), button_id: 5 };
  await server.post('/mapi/v1/button_click', { token: tokens.phone, body: press });
  const own =
    (await server.db.selectFrom('incident').select('id').where('id', '!=', id).execute())[0]?.id ?? 0;
  const check = () => testEscalator(server.db, { now: () => new Date(Date.now() + 1_000) }).check();
  await check();
  expect((await readIncidentRow(server.db, own)).run).toBe(0);
  const body = { id: own, answer: 'cannot' };
  await server.post('/tapi/v1/answer/incident', { token: tokens.team, body });
  await check();
  expect((await readIncidentRow(server.db, own)).run).toBe(1);
  // Of the other incident, nobody has said anything.
  expect(await read()).toMatchObject({ run: 0, unanswered_at: null });
  expect(await bySms(0, 'have')).toContain('You have it.');
});

test('a person’s newest answer counts, over whichever address', async () => {
  const { server, subscriber, id, bySms, read } = await ground();
  await bySms(0, 'cannot');
  const email = server.db
    .selectFrom('incident_responder')
    .selectAll()
    .where('incident_id', '=', id)
    .where('channel', '=', 'email');
  const responder = await email.executeTakeFirstOrThrow();
  const answers = new RecipientAnswers({
    incidents: new IncidentsDb(server.db),
    live: { publish: () => {} },
    channels: ALL_CHANNELS,
    mapsUrl: '',
    wakeDelivery: () => {},
    wakeEscalator: () => {},
    onAnswered: () => {},
  });
  await answers.answer({ responder, incident: await read() }, { choice: 'have', via: 'link' });
  expect(ownerOf(await read())).toMatchObject({ name: subscriber.people[0]?.name });
  const answered = server.db
    .selectFrom('incident_responder')
    .select('answer')
    .where('person', '=', responder.person);
  for (const { answer } of await answered.execute()) expect(answer).toBe('have');
});

test('the owner can withdraw over another address after someone has edited the one that they answered from', async () => {
  const { server, subscriber, id, bySms, byEmail, read } = await ground();
  const [owner] = subscriber.people;
  await byEmail('have');
  await server.db
    .updateTable('app_user')
    .set({ email: 'new@safety.example' })
    .where('phone', '=', owner?.phone ?? '')
    .execute();
  expect(await bySms(1, 'have')).toContain(`${owner?.name} already has it.`);
  expect(await bySms(0, 'cannot')).toMatch(/: Thank you\. The escalation continues\.$/);
  expect(await read()).toMatchObject({ owner: null, state: 'open' });

  // A step sends to the new address, under the key that the person would have now.
  const { team_id } = await read();
  await insertResponders(new IncidentsDb(server.db), [
    {
      team_id,
      incident_id: id,
      channel: 'email',
      address: 'new@safety.example',
      role: 'team',
      name: owner?.name ?? '',
      person: 'new@safety.example',
    },
  ]);
  await byEmail('have', 'new@safety.example');
  expect(ownerOf(await read())).toMatchObject({ name: owner?.name });
  expect(await bySms(0, 'cannot')).toMatch(/: Thank you\. The escalation continues\.$/);
  expect(await byEmail('cannot', owner?.email)).toMatchObject({ owner: null });
});

test('a person who got the address of the owner since does not own the incident over their other addresses', async () => {
  const { server, subscriber, bySms, byEmail, read } = await ground();
  const [owner, other] = subscriber.people;
  await byEmail('have');
  const ofOwner = owner?.email ?? '';
  const edit = (phone: string | undefined, email: string) =>
    server.db
      .updateTable('app_user')
      .set({ email })
      .where('phone', '=', phone ?? '')
      .execute();
  await edit(owner?.phone, 'new@safety.example');
  await edit(other?.phone, ofOwner);
  expect(await bySms(1, 'cannot')).toContain(`${owner?.name} already has it.`);
  expect(ownerOf(await read())).toMatchObject({ name: owner?.name });
});

test('if the owner can’t after all when no step is left, the alarm is raised again', async () => {
  const { server, subscriber, id, bySms, read } = await ground();
  const { team } = subscriber.tokens;
  let hours = 24;
  const escalator = testEscalator(server.db, { now: () => new Date(Date.now() + (hours += 1) * 3_600_000) });
  const openAlarms = async () =>
    (await server.db.selectFrom('alarm').select('id').where('closed_at', 'is', null).execute()).length;
  while ((await read()).unanswered_at === null) await escalator.check();
  await bySms(0, 'have');
  const { id: alarm } = await server.db.selectFrom('alarm').select('id').executeTakeFirstOrThrow();
  expect(await server.post('/tapi/v1/close/alarm', { token: team, body: { id: alarm } })).toMatchObject({
    status: 200,
  });
  expect(await openAlarms()).toBe(0);
  await bySms(0, 'cannot');
  await escalator.check();
  expect(await openAlarms()).toBe(1);
  expect(
    await server.post('/tapi/v1/close/incident', { token: team, body: { id, outcome: 'other' } }),
  ).toMatchObject({ status: 200 });
  expect(await openAlarms()).toBe(0);
});

test('everyone who offered to help is asked again, and the first who answers has it', async () => {
  const { server, subscriber, id, bySms, read } = await ground({ people: 4 });
  for (const person of [0, 2, 1, 3]) await bySms(person, 'have');
  await bySms(1, 'cannot');
  expect(ownerOf(await read())).toMatchObject({ name: subscriber.people[0]?.name });
  await bySms(0, 'cannot');
  expect(await readIncidentRow(server.db, id)).toMatchObject({ owner: null, state: 'open' });
  const asked = await server.db
    .selectFrom('delivery')
    .select('address')
    .where('purpose', '=', 'update')
    .orderBy('address')
    .execute();
  const numbers = [2, 3].map((person) => subscriber.people[person]?.phone);
  expect(new Set(asked.map(({ address }) => address))).toEqual(new Set(numbers));
  await bySms(3, 'have');
  await bySms(2, 'have');
  expect(ownerOf(await read())).toMatchObject({ name: subscriber.people[3]?.name, via: 'sms' });
});
