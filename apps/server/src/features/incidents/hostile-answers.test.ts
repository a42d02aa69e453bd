import { INCIDENT_LIMITS } from '@callpoint/contract/incident-states';
import { expect, test } from 'vitest';
import { buildAdmin } from '../../factories/accounts.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { testEscalator } from '../../testing/incidents/escalators.ts';
import { incidentWithLinks, submitForm } from '../../testing/incidents/personal-links.ts';

type Answered = { actor: { name: string; via: string }; data: { answer: string; is_offer?: boolean } };

async function ground() {
  const world = await incidentWithLinks();
  const { server, token, incident, links, read } = world;
  const { db } = server;
  const [email = '', sms = ''] = [...(await links('email')), ...(await links('sms'))];
  const admin = await server.tokenOf('admin', (await buildAdmin(db)).id);
  const call = (name: string, body: object, who = token) =>
    server.post(`/${who === admin ? 'api' : 'tapi'}/v1/${name}/incident`, {
      token: who,
      body: { id: incident.id, ...body },
    });
  const events = async (kind: string) =>
    (await read()).events.filter((event) => event.kind === kind) as unknown as Answered[];
  const clock = { now: Date.now() };
  const escalator = testEscalator(db, { now: () => new Date(clock.now) });
  const checkAfter = async (minutes: number) => {
    clock.now += minutes * MINUTE;
    return await escalator.check();
  };
  return { ...world, db, email, sms, admin, call, events, checkAfter };
}

test('of answers by two links and the console at the same moment, one owns the incident, and everyone sees who', async () => {
  const { email, sms, admin, call, events, read } = await ground();
  const answers = await Promise.all([
    submitForm(email, { action: 'have', eta: '5' }),
    submitForm(sms, { action: 'have', eta: '7' }),
    call('answer', { answer: 'have', eta_minutes: 9 }, admin),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 200]);
  const owner = (await read())['owner'] as { name: string };
  const answered = await events('answered');
  expect(answered).toHaveLength(3);
  expect(answered.flatMap(({ actor, data }) => (data.is_offer ? [] : [actor.name]))).toEqual([owner.name]);
  for (const link of [email, sms]) {
    expect(await (await fetch(link)).text()).toMatch(
      new RegExp(
        `class="state taken">(You have this|${owner.name.replace('+', '\\+')} has this), expected at`,
      ),
    );
  }
});

test('of closings and answers at the same moment, one closing counts, and nothing changes the incident after it', async () => {
  const { email, sms, call, events, read } = await ground();
  await submitForm(sms, { action: 'have' });
  await submitForm(email, { action: 'have' });
  const all = await Promise.all([
    submitForm(sms, { action: 'close', outcome: 'helped', note: 'by SMS' }),
    submitForm(email, { action: 'close', outcome: 'false_alarm', note: 'by email' }),
    call('close', { outcome: 'other', note: 'by console' }),
  ]);
  expect(all.filter(({ status }) => status < 400)).toHaveLength(1);
  const [closed, ...more] = (await events('closed')) as unknown as {
    data: { outcome: string; note: string };
  }[];
  expect(more).toEqual([]);
  expect(await read()).toMatchObject({
    state: 'closed',
    outcome: closed?.data.outcome,
    note: closed?.data.note,
  });
  const before = await read();
  for (const action of ['have', 'cannot', 'on_the_way', 'arrived', 'close'])
    expect((await submitForm(sms, { action, outcome: 'drill' })).status).toBe(409);
  expect((await call('answer', { answer: 'cannot' })).status).toBe(409);
  expect(await read()).toEqual(before);
});

test('an answer that the console repeats is stored once; a person answers only a limited number of times', async () => {
  const { sms, call, events } = await ground();
  const repeat = (answer: string) => Promise.all(Array.from({ length: 4 }, () => call('answer', { answer })));
  for (const answer of ['have', 'cannot', 'have']) {
    for (const { status } of await repeat(answer)) expect(status).toBe(200);
  }
  expect((await events('answered')).map(({ data }) => data.answer)).toEqual(['have', 'cannot', 'have']);
  for (let count = 3; count < INCIDENT_LIMITS.answers; count += 1) {
    expect((await call('answer', { answer: count % 2 === 1 ? 'cannot' : 'have' })).status).toBe(200);
  }
  const { status, body } = await call('answer', { answer: 'cannot' });
  expect([status, body.msg]).toEqual([409, 'One person can answer an incident 100 times.']);
  expect(await events('answered')).toHaveLength(INCIDENT_LIMITS.answers);
  // Another person still can.
  expect((await submitForm(sms, { action: 'have' })).status).toBe(303);
  expect(await events('answered')).toHaveLength(INCIDENT_LIMITS.answers + 1);
});

test('two administrators with the same name answer separately', async () => {
  const { server, db, events, incident } = await ground();
  const tokenOf = async () =>
    await server.tokenOf('admin', (await buildAdmin(db, { firstName: 'Ana', lastName: 'Flores' })).id);
  const [first, second] = [await tokenOf(), await tokenOf()];
  const answer = (token: string, answered: string) =>
    server.post('/api/v1/answer/incident', { token, body: { id: incident.id, answer: answered } });
  for (const token of [first, second]) expect((await answer(token, 'have')).status).toBe(200);
  expect((await events('answered')).map(({ actor, data }) => [actor.name, data.is_offer])).toEqual([
    ['Ana Flores', undefined],
    ['Ana Flores', true],
  ]);
  // The limit of one does not count for the other.
  for (let count = 1; count < INCIDENT_LIMITS.answers; count += 1)
    expect((await answer(second, count % 2 === 1 ? 'cannot' : 'have')).status).toBe(200);
  expect((await answer(second, 'have')).status).toBe(409);
  expect((await answer(first, 'cannot')).status).toBe(200);
  expect((await answer(first, 'have')).status).toBe(200);
  expect(await events('answered')).toHaveLength(INCIDENT_LIMITS.answers + 3);
});

test('answers that an earlier version stored count, too', async () => {
  const { db, call, events } = await ground();
  for (let minutes = 1; minutes <= INCIDENT_LIMITS.answers; minutes += 1)
    expect((await call('answer', { answer: 'have', eta_minutes: minutes })).status).toBe(200);
  await db.updateTable('incident_event').set({ person: null }).execute();
  expect((await call('answer', { answer: 'have', eta_minutes: 5 })).status).toBe(409);
  expect(await events('answered')).toHaveLength(INCIDENT_LIMITS.answers);
});

test('the owner can withdraw after any number of answers, and the escalation continues', async () => {
  const { call, read, checkAfter } = await ground();
  for (let minutes = 1; minutes <= INCIDENT_LIMITS.answers; minutes += 1)
    expect((await call('answer', { answer: 'have', eta_minutes: minutes })).status).toBe(200);
  expect((await call('answer', { answer: 'have', eta_minutes: 5 })).status).toBe(409);
  expect(await read()).toMatchObject({ state: 'acknowledged', next_step_at: null });
  expect((await call('answer', { answer: 'cannot' })).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'open', owner: null });
  expect(await checkAfter(1)).toBe(1);
  expect((await call('answer', { answer: 'have' })).status).toBe(409);
});

test('an incident can have a limited number of notes; the note of its closing is not one of them', async () => {
  const { db, incident, admin, email, call, read, events } = await ground();
  const note = (text: string, who?: string) => call('note', { text }, who);
  const last = await db
    .selectFrom('incident_event')
    .selectAll()
    .where('incident_id', '=', incident.id)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const { id: _, ...event } = last;
  const earlier = Array.from({ length: INCIDENT_LIMITS.notes - 1 }, (_note, index) => ({
    ...event,
    seq: last.seq + index + 1,
    kind: 'note',
    data: JSON.stringify({ text: 'She is at gate B.' }),
  }));
  await db.insertInto('incident_event').values(earlier).execute();
  expect((await note('The last one.')).status).toBe(200);
  for (const who of [undefined, admin]) {
    const { status, body } = await note('One too many.', who);
    expect([status, body.msg]).toEqual([409, 'An incident can have 200 notes.']);
  }
  const notes = await events('note');
  expect(notes).toHaveLength(INCIDENT_LIMITS.notes);
  expect(notes.at(-1)).toMatchObject({ data: { text: 'The last one.' } });

  // A personal link adds a note only when it closes the incident: that is always possible.
  await submitForm(email, { action: 'have' });
  expect((await submitForm(email, { action: 'close', outcome: 'helped', note: 'Fine.' })).status).toBe(303);
  expect(await read()).toMatchObject({ state: 'closed', note: 'Fine.' });
  expect(await events('note')).toHaveLength(INCIDENT_LIMITS.notes);
});

test('the incident of a subscriber and a person who are blocked meanwhile goes on, and an administrator closes it', async () => {
  const { server, db, team, user, email, admin, call, checkAfter, incident } = await ground();
  for (const [table, id] of [
    ['app_user', user.id],
    ['team', team.id],
  ] as const) {
    const body = { id, data: { status: 0 } };
    expect((await server.post(`/api/v1/update/${table}`, { token: admin, body })).status).toBe(200);
  }
  expect((await call('answer', { answer: 'have' })).status).toBe(401);
  expect((await submitForm(email, { action: 'cannot' })).status).toBe(303);
  const read = () =>
    db.selectFrom('incident').selectAll().where('id', '=', incident.id).executeTakeFirstOrThrow();
  for (let check = 0; (await read()).unanswered_at === null; check += 1) {
    expect(check).toBeLessThan(60);
    await checkAfter(5);
  }
  expect(await db.selectFrom('alarm').select(['reason', 'closed_at']).execute()).toEqual([
    { reason: 'unacknowledged', closed_at: null },
  ]);
  expect((await call('close', { outcome: 'helped' }, admin)).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'closed', outcome: 'helped' });
});

test('a contact who is removed during the incident keeps the link and the name, and gets no further message', async () => {
  const { db, team, links, read, checkAfter } = await ground();
  const setContacts = (contacts: readonly object[]) =>
    db
      .updateTable('settings')
      .set({ setting_value: JSON.stringify(contacts) })
      .where('team_id', '=', team.id)
      .where('setting_key', '=', 'contact_person')
      .execute();
  await setContacts([{ name: 'Kim Park', email: 'kim@contact.example', phone: '' }]);
  const toKim = () =>
    db.selectFrom('delivery').select('id').where('address', '=', 'kim@contact.example').execute();
  for (let check = 0; (await toKim()).length === 0; check += 1) {
    expect(check).toBeLessThan(20);
    await checkAfter(1);
  }
  // The clock of the escalator is ahead.
  await db
    .updateTable('delivery')
    .set({ next_attempt_at: new Date().toISOString() })
    .where('state', '=', 'pending')
    .where('address', '=', 'kim@contact.example')
    .execute();
  const [link = ''] = await links('email');
  await setContacts([]);
  for (let check = 0; check < 30; check += 1) await checkAfter(2);
  expect(await toKim()).toHaveLength(1);
  expect((await submitForm(link, { action: 'have' })).status).toBe(303);
  expect(await read()).toMatchObject({ state: 'acknowledged', owner: { name: 'Kim Park', via: 'link' } });
});
