import { expect, onTestFinished, test } from 'vitest';
import type { SendOutcome } from '../../delivery/channels/channel.ts';
import { Watchdog } from '../../delivery/watchdog/watchdog.ts';
import { DeliveryWorker } from '../../delivery/worker/worker.ts';
import { buildAdmin } from '../../factories/accounts.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';
import { openEventStream } from '../../testing/calls/event-client.ts';
import { ALL_CHANNELS } from '../../testing/incidents/people.ts';
import { incidentWithLinks, submitForm } from '../../testing/incidents/personal-links.ts';
import { messagesOf, pressWorld } from '../../testing/incidents/press-world.ts';
import { DeliveryEvents } from '../../testing/outbox.ts';
import { ACCEPTED, REJECTED } from '../../testing/watchdog.ts';

/** A press whose messages all failed, and the alarm about it. */
async function ground() {
  const world = await pressWorld();
  const { server, token } = world;
  const { db } = server;
  const admin = await server.tokenOf('admin', (await buildAdmin(db)).id);
  const provider: { outcome: SendOutcome } = { outcome: REJECTED };
  const adapter = { concurrency: 4, send: async () => provider.outcome };
  const events = new DeliveryEvents();
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, email: adapter, sms: adapter, voice: adapter },
    ...events,
  });
  worker.start();
  onTestFinished(() => worker.stop());
  const published: string[] = [];
  const watchdog = new Watchdog({
    db,
    channels: ALL_CHANNELS,
    smsFrom: null,
    smsCountries: null,
    publicUrl: null,
    live: { publish: (...all) => void published.push(...all.map(({ kind }) => kind)) },
    wakeDelivery: () => {},
    log: events.log,
  });
  const { incident, pressId, client_id } = await world.press();
  const id = incident?.id ?? 0;
  /** The messages of a step are sent, or fail. */
  async function deliver(run: number): Promise<void> {
    worker.wake();
    const states = async () =>
      (await messagesOf(server, id)).flatMap(({ incident_run, state }) =>
        incident_run === run ? [state] : [],
      );
    await expect.poll(states).not.toContain('pending');
    await expect.poll(states).not.toContain('sending');
  }
  await deliver(0);
  await watchdog.check();
  /** The reasons of the alarms that the team and administrators see. */
  const alarms = async () => {
    const seen: string[][] = [];
    for (const who of [token, admin]) {
      const query = { filter_open: 'yes', filter_button_click_id: pressId };
      const { body } = await server.get('/api/v1/listPaged/alarm', { token: who, query });
      seen.push((body as { items: { reason: string }[] }).items.map(({ reason }) => reason));
    }
    expect(seen[1]).toEqual(seen[0]);
    return seen[0];
  };
  expect(await alarms()).toEqual(['all_failed']);
  const read = async () => (await server.get('/tapi/v1/incident', { token, query: { id } })).body.data;
  const change = (call: string, body: object) =>
    server.post(`/tapi/v1/${call}/incident`, { token, body: { id, ...body } });
  return { ...world, id, client_id, provider, watchdog, published, deliver, alarms, read, change };
}

test.each([
  ['answer', { answer: 'have' }, 'acknowledged'],
  ['progress', { state: 'on_the_way' }, 'on_the_way'],
  ['close', { outcome: 'helped' }, 'closed'],
] as const)(
  'once someone has the incident, “no one was notified” ends for everyone (%s)',
  async (call, body, state) => {
    const { server, token, change, watchdog, published, alarms, read } = await ground();
    const stream = await openEventStream(server.url, token);
    expect((await change(call, { answer: 'cannot' })).status).toBe(call === 'answer' ? 200 : 400);
    expect(await alarms()).toEqual(['all_failed']);
    expect((await change(call, body)).status).toBe(200);
    expect(await stream.received('alarm.closed')).toMatchObject({ item_id: 5 });
    expect(await alarms()).toEqual([]);
    expect(await read()).toMatchObject({ state });
    // The failures are read again by the next check, and by that of another process.
    await watchdog.check();
    expect(await alarms()).toEqual([]);
    expect(published).toEqual(['alarm.raised']);
  },
);

test('a sent message of a step ends it, too; the incident stays open until a person closes it', async () => {
  const { server, id, provider, escalator, checkAfter, deliver, watchdog, published, alarms, read } =
    await ground();
  provider.outcome = ACCEPTED;
  escalator.wake();
  expect(await checkAfter(0)).toBe(1);
  await watchdog.check();
  expect(await alarms()).toEqual(['all_failed']);
  await deliver(1);
  await watchdog.check();
  expect(await alarms()).toEqual([]);
  expect(published).toEqual(['alarm.raised', 'alarm.closed']);
  expect(await read()).toMatchObject({ state: 'open', owner: null, closed_at: null });
  // The provider reports later that the message of the step did not arrive either.
  const sent = (await messagesOf(server, id)).filter(({ state }) => state === 'sent');
  for (const { id: delivery } of sent) {
    await server.db.updateTable('delivery').set({ state: 'failed' }).where('id', '=', delivery).execute();
    await server.db
      .insertInto('delivery_attempt')
      .values({
        delivery_id: delivery,
        at: new Date().toISOString(),
        ms: 0,
        outcome: 'undelivered',
        detail: '',
        fault: 'lost',
      })
      .execute();
  }
  await watchdog.check();
  expect(await alarms()).toEqual(['all_failed']);
});

test('an alarm that is raised at the moment of an acknowledgment ends, too', async () => {
  const { server, change, watchdog, alarms } = await ground();
  await change('answer', { answer: 'have' });
  await server.db.updateTable('alarm').set({ closed_at: null, closed_by: null }).execute();
  await watchdog.check();
  expect(await alarms()).toEqual([]);
});

test('an acknowledgment does not end the alarm that no one acknowledged', async () => {
  const { server, change, watchdog, alarms } = await ground();
  await server.db.updateTable('alarm').set({ reason: 'unacknowledged' }).execute();
  await change('answer', { answer: 'have' });
  await watchdog.check();
  expect(await alarms()).toEqual(['unacknowledged']);
  await change('close', { outcome: 'helped' });
  expect(await alarms()).toEqual([]);
});

test('the email to administrators says who acknowledged in the meantime, and until when no one had', async () => {
  const { server, team, phone, id, client_id, change, watchdog, provider, checkAfter, deliver } =
    await ground();
  const emails = async () => {
    const sent = (await messagesOf(server, id)).filter(({ purpose }) => purpose === 'alarm');
    const texts = await server.db.selectFrom('message_text').selectAll().execute();
    return sent.map(({ text_id }) => texts.find((text) => text.id === text_id));
  };
  /** The escalation ends, and no email has been written about it. */
  const leave = () =>
    server.db
      .updateTable('alarm')
      .set({ reason: 'unacknowledged', admins_mailed_at: null, closed_at: null, closed_by: null })
      .execute();
  const subject =
    /^Callpoint alarm: subscriber \d+, 1 submission that notified no one and that no one acknowledged in time$/;
  await leave();
  await watchdog.check();
  await change('answer', { answer: 'have' });
  await leave();
  await watchdog.check();
  const [before, after] = await emails();
  for (const email of [before, after]) expect(email?.subject).toMatch(subject);
  // Every message of the press has failed.
  const why = /Why: (.+), (?:but|and) no one had acknowledged it by \w{3} \d.+ UTC\./;
  expect(why.exec(before?.body ?? '')?.[1]).toBe('no one was notified');
  const name = `${team.first_name} ${team.last_name}`;
  const acknowledged = `Why: no one was notified, and no one acknowledged it before the last step. ${name} acknowledged it on `;
  expect(after?.body).toContain(acknowledged);
  expect(after?.body).not.toContain('no one had acknowledged');
  // Nobody has it any longer, and the messages of a step were sent.
  await change('answer', { answer: 'cannot' });
  provider.outcome = ACCEPTED;
  expect(await checkAfter(0)).toBe(1);
  await deliver(1);
  await leave();
  await watchdog.check();
  expect(why.exec((await emails())[2]?.body ?? '')?.[1]).toBe('people were notified');
  // An email after the report must say it: administrators do not get the report itself.
  const safe = { client_id, reason: 'I am home.' };
  expect((await server.post('/mapi/v1/safe', { token: phone, body: safe })).status).toBe(200);
  await leave();
  await watchdog.check();
  const reported = /^Reported safe on \w{3} \d.+ UTC: make sure that it is true\.$/m;
  expect((await emails()).map((email) => reported.test(email?.body ?? ''))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('who got the alarm that no one was notified is told that the person is safe', async () => {
  const { server, team, phone, id, client_id, press, watchdog } = await ground();
  const { db } = server;
  const recipientsOf = (pressId: number, purpose: string) =>
    db
      .selectFrom('delivery')
      .select(['role', 'channel', 'address'])
      .where('button_click_id', '=', pressId)
      .where('purpose', '=', purpose)
      .execute();
  // No one but the subscriber itself can be notified of another press.
  await db
    .updateTable('settings')
    .set({ setting_value: '' })
    .where('setting_key', 'like', '%_to_admin_%')
    .execute();
  const other = await press();
  await watchdog.check();
  const { button_click_id } = await db
    .selectFrom('incident')
    .select('button_click_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const [pressId, client, role] of [
    [button_click_id, client_id, 'admin'],
    [other.pressId, other.client_id, 'team'],
  ] as const) {
    const alarmed = await recipientsOf(pressId, 'alarm');
    expect(alarmed.map((one) => one.role)).toEqual([role]);
    const body = { client_id: client, reason: 'I am home.' };
    expect((await server.post('/mapi/v1/safe', { token: phone, body })).status).toBe(200);
    expect(await recipientsOf(pressId, 'update')).toContainEqual(alarmed[0]);
  }
  expect((await recipientsOf(other.pressId, 'update')).map(({ address }) => address)).toContain(team.email);
});

test('an acknowledgment by personal link ends it, too, and open consoles get to know it', async () => {
  const { server, team, user, token, incident, links, read } = await incidentWithLinks();
  const [link = ''] = await links('email');
  const { button_click_id } = await server.db
    .selectFrom('incident')
    .select('button_click_id')
    .where('id', '=', incident.id)
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  const alarm = { team_id: team.id, app_user_id: user.id, button_click_id, button_id: 5 };
  await server.db
    .insertInto('alarm')
    .values({ ...alarm, submitted_at: at, raised_at: at, reason: 'not_accepted' })
    .execute();
  const stream = await openEventStream(server.url, token);
  await submitForm(link, { action: 'have' });
  expect(await stream.received('alarm.closed')).toMatchObject({ id: button_click_id });
  expect(await read()).toMatchObject({ state: 'acknowledged' });
  const query = { filter_open: 'yes' };
  const { body } = await server.get('/tapi/v1/listPaged/alarm', { token, query });
  expect(body).toMatchObject({ items: [] });
});
