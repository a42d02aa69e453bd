import type { IncidentDetails } from '@callpoint/contract/incidents';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { testEscalator } from '../../testing/incidents/escalators.ts';
import { incidentWithLinks, submitForm } from '../../testing/incidents/personal-links.ts';
import { messagesOf } from '../../testing/incidents/press-world.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { pushServer } from '../../testing/phones/push-server.ts';

const SECOND = '+13035550188';

/** Two people who can help: the account owner has the incident, and the second one offers to help, too. */
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

test('if the owner can’t after all, no one has it, the escalation continues, and who offered to help is asked again', async () => {
  const { team, user, first, second, read, pageOf, news } = await ground();
  expect(await read()).toMatchObject({ state: 'acknowledged', next_step_at: null });
  const name = `${team.first_name} ${team.last_name}`;
  expect((await submitForm(first, { action: 'cannot' })).status).toBe(303);
  expect(await read()).toMatchObject({
    state: 'open',
    owner: null,
    eta_at: null,
    next_step_at: expect.any(String),
  });
  for (const link of [first, second]) expect(await pageOf(link)).toBe('No one has this yet');
  const sent = await news();
  expect(sent).toEqual([{ channel: 'sms', address: SECOND, body: expect.any(String) }]);
  expect(sent[0]?.body).toContain(
    `${name} can't help after all. No one has it now. You offered to help: answer again. Call ${user.name}`.slice(
      0,
      110,
    ),
  );
  expect(sent[0]?.body).toContain('Reply 1 (I have it) or 2 (I can');

  await submitForm(second, { action: 'have' });
  expect(await read()).toMatchObject({ state: 'acknowledged', owner: { phone: SECOND }, next_step_at: null });
  expect(await pageOf(second)).toMatch(/^You have this/);
});

test('the page, the timeline and the PDF say who has it and who only offered to help', async () => {
  const { server, token, incident, first, read } = await ground();
  const owners = async () => {
    const { messages, events } = (await read()) as unknown as IncidentDetails;
    return {
      offers: events.filter(({ kind }) => kind === 'answered').map(({ data }) => data['is_offer'] ?? false),
      recipients: messages
        .filter(({ answer }) => answer !== null)
        .map(({ channel, is_owner }) => [channel, is_owner]),
    };
  };
  expect(await owners()).toEqual({
    offers: [false, true],
    recipients: [
      ['email', true],
      ['sms', false],
    ],
  });
  await submitForm(first, { action: 'cannot' });
  expect((await owners()).recipients.map(([, isOwner]) => isOwner)).toEqual([false, false, false]);
  const { body } = await server.get('/tapi/v1/incidentPdf', { token, query: { id: incident.id } });
  const pdf = new Uint8Array(Buffer.from(body.pdf, 'base64'));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text.match(/Acknowledged by/g)).toHaveLength(1);
  expect(text).toMatch(/Help was offered by \+13035550188 \(team, link\), there in 20 minutes\./);
});

test('who is asked again reads that the person reported being safe', async () => {
  const { server, user, first, news } = await ground();
  const { client_id } = await server.db
    .selectFrom('button_click')
    .select('client_id')
    .executeTakeFirstOrThrow();
  const token = await server.tokenOf('app_user', user.id);
  expect(
    await server.post('/mapi/v1/safe', { token, body: { client_id, reason: 'By accident.' } }),
  ).toMatchObject({
    status: 200,
  });
  await submitForm(first, { action: 'cannot' });
  const asked = (await news()).find(({ body }) => body?.includes('answer again'));
  expect(asked?.body).toMatch(/answer again\. The person reported at .*: I am safe now\./);
});

test('the next step says that the person who had the incident can’t after all', async () => {
  const { server, incident, first } = await ground();
  await submitForm(first, { action: 'cannot' });
  await testEscalator(server.db, { now: () => new Date(Date.now() + 1_000) }).check();
  const calls = (await messagesOf(server, incident.id)).filter(({ incident_run }) => incident_run === 1);
  expect(calls.map(({ channel, address }) => [channel, address])).toEqual([['voice', SECOND]]);
  const { body } = await server.db
    .selectFrom('message_text')
    .select('body')
    .where('id', '=', calls[0]?.text_id ?? 0)
    .executeTakeFirstOrThrow();
  expect(body).toContain("The person who had it can't help after all. No one has it now. Call ");
  expect(body).not.toContain('No one has acknowledged');
});

test('in a drill, the report of being safe, the request to answer again and the next step start with DRILL', async () => {
  const { server, user, incident, first } = await ground();
  await server.db.updateTable('incident').set({ is_drill: 1 }).execute();
  const { client_id } = await server.db
    .selectFrom('button_click')
    .select('client_id')
    .executeTakeFirstOrThrow();
  const token = await server.tokenOf('app_user', user.id);
  await server.post('/mapi/v1/safe', { token, body: { client_id, reason: 'By accident.' } });
  await submitForm(first, { action: 'cannot' });
  await testEscalator(server.db, { now: () => new Date(Date.now() + 1_000) }).check();
  const sent = await server.db
    .selectFrom('delivery')
    .innerJoin('message_text', 'message_text.id', 'delivery.text_id')
    .select(['subject', 'body'])
    .where('incident_id', '=', incident.id)
    .where((row) => row.or([row('purpose', '=', 'update'), row('incident_run', '>', 0)]))
    .execute();
  for (const part of ['I am safe now.', 'answer again', 'The person who had it'])
    expect(sent.filter(({ body }) => body.includes(part)).length).toBeGreaterThan(0);
  for (const { subject, body } of sent)
    expect([subject ?? 'DRILL', body].filter((text) => !text.startsWith('DRILL'))).toEqual([]);
});

test('a person who can’t after all before the owner withdraws is not asked', async () => {
  const { first, second, read, news } = await ground();
  await submitForm(second, { action: 'cannot' });
  await submitForm(first, { action: 'cannot' });
  expect(await read()).toMatchObject({ state: 'open', owner: null });
  expect(await news()).toEqual([]);
});

test('an owner who withdraws in the console reads that the escalation continues, and the phone of the person who pressed shows it', async () => {
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
    msg: 'Noted. The escalation continues.',
    data: { state: 'open', owner: null },
  });
  await settle();
  expect(service.messages.at(-1)?.payload).toMatchObject({ kind: 'incident', owner: null });
  const sent = (await messagesOf(server, id)).filter(({ purpose }) => purpose === 'update');
  // Nobody is called who can read it.
  expect(sent.map(({ channel, address }) => [channel, address])).toEqual([['email', 'kim@example.com']]);
});

test('after the last step of a drill, an owner who withdraws does not read that the escalation continues', async () => {
  const { server, user, token, teamToken, subscribe, service, settle } = await pushServer();
  await subscribe(token);
  const body = { button_id: 5, app_user_id: user.id };
  const started = await server.post('/tapi/v1/drill', { token: teamToken, body });
  const { incident_id: id } = (started.body as { data: { incident_id: number } }).data;
  const answer = async (value: string) => {
    const given = { token: teamToken, body: { id, answer: value } };
    return (await server.post('/tapi/v1/answer/incident', given)).body.msg;
  };
  expect(await answer('have')).toBe('You have it.');
  await settle();
  expect(await answer('cannot')).toBe('Noted. The escalation continues.');
  await settle();
  expect(service.messages.at(-1)?.payload).toMatchObject({ owner: null, is_drill: true, continues: true });
  const clock = { now: Date.now() };
  const escalator = testEscalator(server.db, { now: () => new Date(clock.now) });
  // Every step of the policy and its repeats.
  for (let hour = 0; hour < 24; hour += 1) {
    clock.now += HOUR;
    await escalator.check();
  }
  const read = server.db.selectFrom('incident').select(['unanswered_at', 'next_run_at']);
  expect(await read.executeTakeFirst()).toEqual({ unanswered_at: expect.any(String), next_run_at: null });
  await answer('have');
  await settle();
  expect(await answer('cannot')).toBe('Noted. No one has it.');
  await settle();
  expect(service.messages.at(-1)?.payload).toMatchObject({ owner: null, is_drill: true, continues: false });
});

test('an owner who withdraws in the console is not asked again at a number that others share', async () => {
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
