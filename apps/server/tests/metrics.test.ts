import { createConnection } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { StateChange } from '../src/delivery/queue/reclaim.ts';
import { serveMetrics } from '../src/metrics/metrics-server.ts';
import { TEST_DATABASE } from '../src/testing/databases/database.ts';
import { gate } from '../src/testing/outbox.ts';
import { scrape, serverWithMetrics, testMetrics, valueOf } from '../src/testing/processes/metrics-server.ts';

const validPress = (button_id: number) => ({
  client_id: crypto.randomUUID(),
  button_id,
  location: { lat: 38.9, lng: -77 },
});

test('the metrics count presses, messages and attempts, and name no person', async () => {
  const { smtp, server, press, url } = await serverWithMetrics();
  expect((await press(validPress(1))).status).toBe(200);
  expect((await press({ button_id: 'x' })).status).toBe(400);
  await smtp.waitFor(1);
  // The result of the attempt is recorded after the mail server has accepted the email.
  await expect
    .poll(async () =>
      valueOf(await scrape(url), 'callpoint_messages_total{channel="email",priority="other",state="sent"}'),
    )
    .toBe(1);
  const text = await scrape(url);
  expect(valueOf(text, 'callpoint_submissions_total{item="button",result="accepted"}')).toBe(1);
  expect(valueOf(text, 'callpoint_submissions_total{item="button",result="rejected"}')).toBe(1);
  expect(valueOf(text, 'callpoint_provider_duration_seconds_count{channel="email",outcome="sent"}')).toBe(1);
  expect(valueOf(text, 'callpoint_messages_pending{channel="email",priority="other"}')).toBe(0);
  expect(valueOf(text, 'callpoint_incidents_open')).toBe(0);
  expect(valueOf(text, 'callpoint_database_ids_used_ratio{table="button_click"}')).toBe(1 / 2_147_483_647);
  const connections = valueOf(text, 'callpoint_database_connections{state="waiting"}');
  expect(connections).toBe(TEST_DATABASE === 'postgres' ? 0 : undefined);
  expect(valueOf(text, 'callpoint_ready')).toBe(1);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).not.toMatch(/Ana|Flores|ridgeline|token/);
  // Only on their own address.
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await fetch(url.replace('/metrics', '/other'))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

test('messages that wait, and steps of incidents that are late, are seen', async () => {
  const { db, smtp, press, url } = await serverWithMetrics();
  smtp.behave(({ at }) => (at === 'rcpt' ? { code: 451, text: '4.7.1 Later' } : undefined));
  expect((await press(validPress(5))).status).toBe(200);
  // A scrape has no figures if the database is busy for too long.
  const figure = async (name: string) => valueOf(await scrape(url), name);
  await expect
    .poll(() => figure('callpoint_messages_pending{channel="email",priority="emergency"}'))
    .toBeGreaterThan(0);
  await expect.poll(() => figure('callpoint_incidents_open')).toBe(1);
  await expect.poll(() => figure('callpoint_escalations_late')).toBe(0);
  // A step that cannot start, because its policy is not readable.
  await db
    .updateTable('incident')
    .set({ next_run_at: new Date(Date.now() - 60_000).toISOString(), policy: 'unreadable' })
    .execute();
  await expect.poll(() => figure('callpoint_escalations_late')).toBe(1);
  await expect.poll(() => figure('callpoint_escalation_latest_seconds')).toBeGreaterThanOrEqual(60);
});

test('an emergency whose attempts fail counts as waiting, although it is not due', async () => {
  // Nothing listens on this port.
  const { db, press, url } = await serverWithMetrics({ smtpUrl: 'smtp://127.0.0.1:1' });
  const ageOf = async (priority: string) =>
    valueOf(await scrape(url), `callpoint_messages_oldest_seconds{channel="email",priority="${priority}"}`);
  expect(await ageOf('emergency')).toBe(0);
  expect((await press(validPress(5))).status).toBe(200);
  const isOfEmail = db.selectFrom('delivery').where('channel', '=', 'email').where('attempts', '>=', 1);
  await expect.poll(() => isOfEmail.select('state').execute()).toEqual([{ state: 'pending' }]);
  const first = (await ageOf('emergency')) ?? 0;
  expect(first).toBeGreaterThan(0);
  // The same after a minute.
  const { created_at: at } = await isOfEmail.select('created_at').executeTakeFirstOrThrow();
  const earlier = new Date(Date.parse(at) - 60_000).toISOString();
  await db.updateTable('delivery').set({ created_at: earlier }).where('channel', '=', 'email').execute();
  expect(await ageOf('emergency')).toBeGreaterThanOrEqual(first + 60);
  expect(await ageOf('other')).toBe(0);
});

test('messages of a channel that is not configured are counted as held, emergencies separately', async () => {
  const { db, press, url } = await serverWithMetrics({ smtpUrl: '' });
  const held = async (priority: string) =>
    valueOf(
      await scrape(url),
      `callpoint_messages_held{channel="email",priority="${priority}",reason="channel"}`,
    );
  expect(await held('emergency')).toBe(0);
  expect((await press(validPress(5))).status).toBe(200);
  // Also those of the alarm about it.
  const emergencies = await held('emergency');
  expect(emergencies).toBeGreaterThan(0);
  expect(await held('other')).toBe(0);
  expect((await press(validPress(1))).status).toBe(200);
  expect(await held('other')).toBeGreaterThan(0);
  // An operator configures the channel, and a person releases them.
  await db.updateTable('delivery').set({ state: 'skipped', held_for: null }).execute();
  expect([await held('emergency'), await held('other')]).toEqual([0, 0]);
});

test('changes of messages are counted by channel, priority and state', async () => {
  const metrics = testMetrics();
  const changed = (priority: number, state: 'sent' | 'failed') =>
    ({ message: { channel: 'sms', priority } as StateChange['message'], state }) as const;
  metrics.messagesChanged([changed(0, 'sent'), changed(0, 'sent'), changed(1, 'sent'), changed(1, 'failed')]);
  const { text } = await metrics.text();
  const counted = (priority: string, state: string) =>
    valueOf(text, `callpoint_messages_total{channel="sms",priority="${priority}",state="${state}"}`);
  expect([counted('emergency', 'sent'), counted('emergency', 'failed')]).toEqual([2, 0]);
  expect([counted('other', 'sent'), counted('other', 'failed')]).toEqual([1, 1]);
});

test('without a database, the metrics of the process are still served, and no old figures', async () => {
  const figures = {
    pending: [
      { channel: 'sms', priority: 'other', messages: 7, oldestDueSeconds: 3, oldestSeconds: 4 } as const,
    ],
    held: [{ channel: 'sms', priority: 'other', reason: 'limit', messages: 8 } as const],
    openIncidents: 2,
    lateSteps: 0,
    latestStepSeconds: 0,
    usedIds: [{ table: 'delivery', ratio: 0.25 }],
  };
  let isDown = false;
  const metrics = testMetrics({
    readFigures: async () => {
      if (isDown) throw new Error('the database does not respond');
      return figures;
    },
    connections: () => ({ used: 10, idle: 0, waiting: isDown ? 3 : 0 }),
    isReady: async () => !isDown,
  });
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const waiting = 'callpoint_messages_pending{channel="sms",priority="other"}';
  const held = 'callpoint_messages_held{channel="sms",priority="other",reason="limit"}';
  const before = await scrape(server.url);
  const usedIds = 'callpoint_database_ids_used_ratio{table="delivery"}';
  expect([waiting, held, usedIds].map((name) => valueOf(before, name))).toEqual([7, 8, 0.25]);
  const callsWait = 'callpoint_database_connections{state="waiting"}';
  expect(['callpoint_ready', callsWait].map((name) => valueOf(before, name))).toEqual([1, 0]);
  isDown = true;
  const text = await scrape(server.url);
  for (const name of [waiting, held, usedIds]) expect(valueOf(text, name)).toBeUndefined();
  expect(['callpoint_ready', callsWait].map((name) => valueOf(text, name))).toEqual([0, 3]);
  expect(valueOf(text, 'callpoint_incidents_open')).toBeNaN();
  expect(valueOf(text, 'callpoint_figure_faults_total')).toBe(1);
  expect(text).toContain('process_cpu_seconds_total');
});

test('while the database is silent, the metrics arrive in time, and no second reading starts behind the first one', async () => {
  const { opened, open } = gate();
  let readings = 0;
  const metrics = testMetrics({
    readFigures: async () => {
      readings += 1;
      if (readings === 1) await opened;
      throw new Error('not needed');
    },
    connections: () => ({ used: 10, idle: 0, waiting: 3 }),
  });
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  for (const faults of [1, 2]) {
    const text = await scrape(server.url);
    expect(valueOf(text, 'callpoint_figure_faults_total')).toBe(faults);
    expect(text).toContain('process_cpu_seconds_total');
    // The alert about connections that are used up needs them most at this time.
    expect(valueOf(text, 'callpoint_database_connections{state="waiting"}')).toBe(3);
    expect(readings).toBe(1);
  }
  open();
  await expect.poll(async () => (await scrape(server.url)) && readings).toBe(2);
});

test('requests at the same time share one reading, and an open connection does not delay the stop', async () => {
  const { opened, open } = gate();
  let readings = 0;
  const metrics = testMetrics({
    readFigures: async () => {
      readings += 1;
      await opened;
      throw new Error('not needed');
    },
  });
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  const client = createConnection(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void client.destroy());
  let received = '';
  client.on('data', (chunk) => (received += String(chunk)));
  // The server reads requests that arrive in one part before it responds to any.
  client.write('GET /metrics HTTP/1.1\r\nHost: metrics\r\n\r\n'.repeat(20));
  await expect.poll(() => readings).toBe(1);
  open();
  await expect.poll(() => received.match(/HTTP\/1\.1 200/g)?.length).toBe(20);
  expect(readings).toBe(1);
  await server.close();
});
