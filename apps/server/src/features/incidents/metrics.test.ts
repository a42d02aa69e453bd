import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildMeasuredIncident } from '../../factories/measured-incidents.ts';
import { lastMonths } from '../../incidents/metrics/months.ts';
import { HOUR, MINUTE } from '../../scheduling/durations.ts';
import { testServer } from '../../testing/server.ts';

const ZONE = 'America/Denver';

/** A server with a subscriber in Denver, and the start of its current and its last month. */
async function ground() {
  const server = await testServer({ channels: perChannel(() => true) });
  const team = await buildTeam(server.db);
  await server.db.updateTable('team').set({ time_zone: ZONE }).where('id', '=', team.id).execute();
  const user = await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('team', team.id);
  const [current, last] = lastMonths(ZONE, 2, new Date());
  if (!current || !last) throw new Error('there are no months');
  const read = async (query: Record<string, string | number> = {}) =>
    await server.get('/tapi/v1/incidentMetrics', { token, query });
  const metrics = async (query: Record<string, string | number> = {}) => (await read(query)).body.data;
  const after = (start: string, ms: number) => new Date(Date.parse(start) + ms);
  return { server, team, user, token, current, last, read, metrics, after };
}

test('figures are by month of the subscriber and by button; a median is a duration that occurred', async () => {
  const { server, user, current, last, metrics, after } = await ground();
  const build = (start: string, ms: number, times: Parameters<typeof buildMeasuredIncident>[3]) =>
    buildMeasuredIncident(server.db, user, after(start, ms), times);
  await build(current.starts, HOUR, { sent: 1, delivered: 3, acknowledged: 100 });
  await build(current.starts, HOUR, { sent: 2, delivered: 4, acknowledged: 300 });
  await build(current.starts, 2 * HOUR, { sent: 9, closed: 60, outcome: 'false_alarm' });
  await build(current.starts, 3 * HOUR, { buttonId: 1, acknowledged: 5, closed: 9, outcome: 'false_alarm' });
  // A minute before midnight in Denver, when it is the next month in UTC.
  await build(current.starts, -MINUTE, { sent: 4, acknowledged: 40 });

  const data = await metrics({ months: 2 });
  expect(data.zone).toBe(ZONE);
  expect(data.months.map(({ month }: { month: string }) => month)).toEqual([current.month, last.month]);
  expect(data.months[0].buttons.map(({ button_id: id }: { button_id: number }) => id)).toEqual([1, 5]);
  expect(data.months[0].buttons[1]).toEqual({
    button_id: 5,
    incidents: 3,
    acknowledged: 2,
    never_acknowledged: 1,
    unnotified: 0,
    false_alarms: 1,
    first_message: { count: 3, median_ms: 2000, p90_ms: 9000 },
    first_delivery: { count: 2, median_ms: 3000, p90_ms: 4000 },
    acknowledgment: { count: 2, median_ms: 100_000, p90_ms: 300_000 },
  });
  expect(data.months[0].all).toMatchObject({ incidents: 4, false_alarms: 2, acknowledged: 3 });
  expect(data.months[1].all).toMatchObject({ incidents: 1, acknowledgment: { median_ms: 40_000 } });
  expect(data.total.all).toMatchObject({
    incidents: 5,
    acknowledged: 4,
    acknowledgment: { count: 4, median_ms: 40_000, p90_ms: 300_000 },
  });
});

test('an incident whose messages reached no one is counted, also after someone acknowledged or closed it', async () => {
  const { server, user, current, metrics, after } = await ground();
  const at = after(current.starts, HOUR);
  const build = (times: Parameters<typeof buildMeasuredIncident>[3]) =>
    buildMeasuredIncident(server.db, user, at, times);
  await build({ sent: 1, acknowledged: 5 });
  await build({});
  await build({ acknowledged: 60 });
  await build({ closed: 90, outcome: 'helped' });
  const stateOf = (incident: number, state: string) =>
    server.db
      .updateTable('delivery')
      .set({ state, sent_at: null })
      .where('incident_id', '=', incident)
      .execute();
  // A provider reported later that it could not deliver the message.
  await stateOf(await build({ sent: 2, closed: 70, outcome: 'helped' }), 'failed');
  // Its message may still be sent.
  await stateOf(await build({}), 'sending');
  await build({ isDrill: true });
  const { all, buttons } = (await metrics({ months: 1 })).total;
  expect([all.incidents, all.unnotified, buttons[0].unnotified]).toEqual([6, 4, 4]);
  expect((await metrics({ months: 1, drills: 'yes' })).total.all.unnotified).toBe(1);
});

test('incidents of the same millisecond are all counted, over many parts of a read', async () => {
  const { server, user, current, metrics, after } = await ground();
  const opened = after(current.starts, HOUR);
  for (let index = 0; index < 205; index += 1)
    await buildMeasuredIncident(server.db, user, opened, { acknowledged: index + 1 });
  expect((await metrics({ months: 1 })).total.all).toMatchObject({
    incidents: 205,
    acknowledgment: { count: 205, median_ms: 103_000, p90_ms: 185_000 },
  });
});

test('drills, the message to the person who pressed and the news that they are safe are not counted', async () => {
  const { server, user, current, metrics, after } = await ground();
  const at = after(current.starts, HOUR);
  await buildMeasuredIncident(server.db, user, at, { isDrill: true, sent: 1, acknowledged: 5 });
  const own = await buildMeasuredIncident(server.db, user, at, { sent: 1, delivered: 2 });
  const news = await buildMeasuredIncident(server.db, user, at, { sent: 3, delivered: 4 });
  await server.db
    .updateTable('delivery')
    .set({ responder_id: null })
    .where('incident_id', '=', own)
    .execute();
  await server.db
    .updateTable('delivery')
    .set({ purpose: 'update' })
    .where('incident_id', '=', news)
    .execute();
  expect((await metrics()).total.all).toMatchObject({
    incidents: 2,
    acknowledged: 0,
    first_message: null,
    first_delivery: null,
  });
});

test('an incident whose acknowledgment was withdrawn before it was closed is left unacknowledged', async () => {
  const { server, user, token, metrics } = await ground();
  const press = { client_id: crypto.randomUUID(), button_id: 5 };
  const phone = await server.tokenOf('app_user', user.id);
  expect(await server.post('/mapi/v1/button_click', { token: phone, body: press })).toMatchObject({
    status: 200,
  });
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const counts = async () => {
    const { acknowledged, never_acknowledged: never } = (await metrics({ months: 1 })).total.all;
    return [acknowledged, never];
  };
  for (const [call, body, expected] of [
    ['answer', { answer: 'have' }, [1, 0]],
    ['answer', { answer: 'cannot' }, [0, 0]],
    ['close', { outcome: 'helped' }, [0, 1]],
  ] as const) {
    const response = await server.post(`/tapi/v1/${call}/incident`, { token, body: { id, ...body } });
    expect(response).toMatchObject({ status: 200 });
    expect(await counts()).toEqual(expected);
  }
});

test('drills have their own figures, without real incidents and those of other subscribers', async () => {
  const { server, user, current, metrics, after } = await ground();
  const theirs = await buildAppUser(server.db, (await buildTeam(server.db)).id);
  const at = after(current.starts, HOUR);
  await buildMeasuredIncident(server.db, user, at, { acknowledged: 900 });
  await buildMeasuredIncident(server.db, theirs, at, { isDrill: true, acknowledged: 700 });
  await buildMeasuredIncident(server.db, user, at, { isDrill: true, sent: 1, acknowledged: 30 });
  await buildMeasuredIncident(server.db, user, at, { isDrill: true, sent: 2, acknowledged: 50 });
  await buildMeasuredIncident(server.db, user, at, { isDrill: true, buttonId: 1, sent: 3, closed: 80 });
  const { total, months } = await metrics({ drills: 'yes', months: 1 });
  expect(total.all).toMatchObject({
    incidents: 3,
    never_acknowledged: 1,
    first_message: { count: 3, median_ms: 2000 },
    acknowledgment: { count: 2, median_ms: 30_000, p90_ms: 50_000 },
  });
  expect(months[0].buttons.map(({ button_id: id }: { button_id: number }) => id)).toEqual([1, 5]);
});

test('rejects another kind of incidents', async () => {
  const { read } = await ground();
  expect(await read({ drills: 'all' })).toMatchObject({ status: 400 });
});

test('a subscriber without incidents gets twelve empty months', async () => {
  const { metrics } = await ground();
  const { months, total } = await metrics();
  expect(months).toHaveLength(12);
  expect(total).toMatchObject({ all: { incidents: 0, acknowledgment: null }, buttons: [] });
});

test('an administrator reads the figures of one subscriber, and a subscriber only its own', async () => {
  const { server, team, user, token, current, metrics, after } = await ground();
  const rival = await buildTeam(server.db);
  const theirs = await buildAppUser(server.db, rival.id);
  await buildMeasuredIncident(server.db, user, after(current.starts, HOUR), { acknowledged: 5 });
  await buildMeasuredIncident(server.db, theirs, after(current.starts, HOUR), { acknowledged: 6 });
  expect((await metrics()).total.all).toMatchObject({
    incidents: 1,
    acknowledgment: { median_ms: 5000 },
  });
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const asAdmin = (query: Record<string, string | number>) =>
    server.get('/api/v1/incidentMetrics', { token: admin, query });
  expect((await asAdmin({ team_id: team.id })).body.data).toEqual(await metrics());
  expect((await asAdmin({})).body.errors).toEqual([{ msg: 'Team id is required.', field: 'team_id' }]);
  for (const query of [{ team_id: rival.id }, { team_id: 2_000_000_000 }]) {
    expect(await server.get('/tapi/v1/incidentMetrics', { token, query })).toMatchObject({
      status: 404,
      body: { errors: [{ msg: 'The subscriber does not exist.', field: 'team_id' }] },
    });
  }
});

test.each(['0', '13', 'x', '-1', '1.5', ''])('rejects %j months', async (months) => {
  const { read } = await ground();
  expect((await read({ months })).status).toBe(400);
});
