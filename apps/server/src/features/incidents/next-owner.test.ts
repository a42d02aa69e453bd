import { expect, test } from 'vitest';
import { incidentWithLinks, submitForm } from '../../testing/incidents/personal-links.ts';
import { messagesOf } from '../../testing/incidents/press-world.ts';
import { pushServer } from '../../testing/push-server.ts';

const SECOND = '+13035550188';

/** Two people who can help: the account owner has the incident, and the second one says that they can help, too. */
async function ground() {
  const given = await incidentWithLinks();
  const { server, incident, links } = given;
  const [first = ''] = await links('email');
  const [second = ''] = await links('sms');
  await submitForm(first, { action: 'have' });
  await submitForm(second, { action: 'have', eta: '20' });
  const pageOf = async (link: string) =>
    /class="state \w+">([^<]*)/.exec(await (await fetch(link)).text())?.[1]?.replaceAll('&#39;', "'");
  /** The news that the second person got, with their texts. */
  async function news() {
    const messages = await messagesOf(server, incident.id);
    const texts = await server.db.selectFrom('message_text').selectAll().execute();
    return messages
      .filter(({ purpose }) => purpose === 'update')
      .map(({ channel, address, text_id }) => ({
        channel,
        address,
        body: texts.find(({ id }) => id === text_id)?.body,
      }));
  }
  return { ...given, first, second, pageOf, news };
}

test('if the owner can’t after all, the person who can help, too, has it and is told so', async () => {
  const { team, user, first, second, read, pageOf, news } = await ground();
  const { eta_at, owner } = await read();
  expect([eta_at, owner]).toEqual([null, expect.objectContaining({ via: 'link', phone: null })]);
  const name = `${team.first_name} ${team.last_name}`;
  expect((await submitForm(first, { action: 'cannot' })).status).toBe(303);
  expect(await read()).toMatchObject({
    state: 'acknowledged',
    owner: { phone: SECOND },
    eta_at: expect.any(String),
    next_step_at: null,
  });
  expect(await pageOf(second)).toMatch(/^You have this, expected at /);
  expect(await pageOf(first)).toMatch(/has this, expected at /);
  const sent = await news();
  expect(sent).toEqual([{ channel: 'sms', address: SECOND, body: expect.any(String) }]);
  expect(sent[0]?.body).toContain(
    `${name} can't help after all. You offered to help, so you have it now. Call ${user.name}`.slice(0, 90),
  );
  expect(sent[0]?.body).toContain('Reply 1 (I have it) or 2 (I can');
  expect((await read()).events.at(-1)).toMatchObject({
    kind: 'answered',
    data: { answer: 'cannot', next_owner: SECOND },
  });
});

test('if the next person can’t either, no one has it and the escalation continues', async () => {
  const { first, second, read, pageOf, news } = await ground();
  await submitForm(first, { action: 'cannot' });
  await submitForm(second, { action: 'cannot' });
  expect(await read()).toMatchObject({
    state: 'open',
    owner: null,
    eta_at: null,
    next_step_at: expect.any(String),
  });
  expect(await pageOf(first)).toBe('No one has this yet');
  expect(await news()).toHaveLength(1);
});

test('a person who can’t after all before the owner withdraws is not asked', async () => {
  const { first, second, read, news } = await ground();
  await submitForm(second, { action: 'cannot' });
  await submitForm(first, { action: 'cannot' });
  expect(await read()).toMatchObject({ state: 'open', owner: null });
  expect(await news()).toEqual([]);
});

test('an owner who withdraws in the console reads who has it now, and the phone of the person who pressed does, too', async () => {
  const { server, token, teamToken, subscribe, service, settle } = await pushServer();
  await subscribe(token);
  await server.post('/mapi/v1/button_click', {
    token,
    body: { client_id: crypto.randomUUID(), button_id: 5 },
  });
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const answer = (value: string) =>
    server.post('/tapi/v1/answer/incident', { token: teamToken, body: { id, answer: value } });
  await answer('have');
  await settle();
  const kim = { person: 'kim', name: 'Kim Lee', answer: 'have', answered_at: new Date().toISOString() };
  await server.db
    .insertInto('incident_responder')
    .values(
      [
        { ...kim, address: 'kim@example.com', channel: 'email' },
        { ...kim, address: '+12025550177', channel: 'voice' },
      ].map((one) => ({ ...one, team_id: 1, incident_id: id, role: 'team' })),
    )
    .execute();
  expect((await answer('cannot')).body).toMatchObject({
    msg: 'Kim Lee already has it.',
    data: { state: 'acknowledged', owner: { name: 'Kim Lee' } },
  });
  await settle();
  expect(service.messages.at(-1)?.payload).toMatchObject({ kind: 'incident', owner: 'Kim Lee' });
  const sent = (await messagesOf(server, id)).filter(({ purpose }) => purpose === 'update');
  // Nobody is called who can read it.
  expect(sent.map(({ channel, address }) => [channel, address])).toEqual([['email', 'kim@example.com']]);
});

test('an owner who withdraws in the console does not get the incident again at a number that others share', async () => {
  const { server, team, token, incident, second, first, read } = await ground();
  await submitForm(first, { action: 'cannot' });
  await submitForm(second, { action: 'have' });
  await server.db.updateTable('team').set({ phone: SECOND }).where('id', '=', team.id).execute();
  const body = { id: incident.id, answer: 'cannot' };
  expect((await server.post('/tapi/v1/answer/incident', { token, body })).body).toMatchObject({
    data: { state: 'open', owner: null },
  });
  expect(await read()).toMatchObject({ state: 'open', owner: null });
});
