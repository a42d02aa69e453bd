import { randomUUID } from 'node:crypto';
import type { Item } from '@callpoint/contract/catalog';
import { expect, test } from 'vitest';
import { rollUpSubmissions } from '../../db/totals/submission-rollup.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { incidentWithLinks } from '../../testing/incidents/personal-links.ts';
import { testServer } from '../../testing/server.ts';
import { HOUR } from '../../scheduling/durations.ts';

const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const press: Item = { kind: 'button', id: 5 };
const form: Item = { kind: 'form', id: 3 };

async function morning() {
  const server = await testServer();
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const read = async (zone = 'UTC') => {
    const { status, body } = await server.get('/api/v1/overview', { token, query: { zone } });
    expect(status).toBe(200);
    return body.data;
  };
  const submit = async (at: Date, ...items: Item[]) =>
    await storeSubmissions(
      server.db,
      items.map((item) => buildSubmission(user, { item })),
      at,
    );
  return { server, token, team, user, read, submit };
}

type Count = { kind: string; item_id: number; total: number };
const totals = (days: { counts: Count[] }[]) =>
  days
    .flatMap(({ counts }) => counts)
    .reduce(
      (sum, { kind, total }) => ({ ...sum, [kind]: (sum[kind] ?? 0) + total }),
      {} as Record<string, number>,
    );

test('counts submissions by day and kind, including new ones and without deleted ones', async () => {
  const { server, token, read, submit } = await morning();
  await submit(ago(50), press, press, form);
  await submit(ago(800), press);
  expect(totals((await read()).days)).toEqual({ button: 2, form: 1 });
  await submit(ago(0), press);
  const { days } = await read();
  expect(days).toHaveLength(30);
  expect(days.at(-1).day).toBe(new Date().toISOString().slice(0, 10));
  expect(totals(days)).toEqual({ button: 3, form: 1 });
  expect(totals(days.slice(-1))).toEqual({ button: 1 });

  const rows = await server.db.selectFrom('button_click').select('id').orderBy('id').execute();
  for (const { id } of [rows[0], rows.at(-1)].filter((row) => row !== undefined)) {
    expect((await server.post('/api/v1/delete/button_click', { token, body: { id } })).status).toBe(200);
  }
  expect(totals((await read()).days)).toEqual({ button: 1, form: 1 });
});

test('days are those of the reader’s time zone', async () => {
  const { read, submit } = await morning();
  const now = new Date();
  const noon = new Date(`${now.toISOString().slice(0, 10)}T12:00:00.000Z`);
  // A quarter of an hour after midnight in Kathmandu (UTC+5:45), and one before.
  const midnight = noon.getTime() - 2 * 24 * HOUR + 6.25 * HOUR;
  await submit(new Date(midnight + 10_000), press);
  await submit(new Date(midnight - 10_000), form, form);
  const { days } = await read('Asia/Kathmandu');
  const counted = days.filter(({ counts }: { counts: Count[] }) => counts.length > 0);
  expect(counted.map(({ counts }: { counts: Count[] }) => counts)).toEqual([
    [{ kind: 'form', item_id: 3, total: 2 }],
    [{ kind: 'button', item_id: 5, total: 1 }],
  ]);
});

test('counting twice or in two processes concurrently counts each submission once', async () => {
  const { server, read, submit } = await morning();
  await submit(ago(30), press, form);
  await Promise.all([1, 2, 3].map(() => rollUpSubmissions(server.db)));
  await rollUpSubmissions(server.db);
  expect(totals((await read()).days)).toEqual({ button: 1, form: 1 });
  const { total } = await server.db
    .selectFrom('submission_count')
    .select(({ fn }) => fn.sum<number>('total').as('total'))
    .executeTakeFirstOrThrow();
  expect(String(total)).toBe('2');
});

test('shows messages by state, the oldest waiting message, faults and subscribers', async () => {
  const { server, team, read } = await morning();
  await buildTeam(server.db, { status: 0 }, ago(100));
  await buildTeam(server.db, {}, ago(24 * 40));
  const message = async (state: string, at: Date, purpose: string | null = null) => {
    const { id } = await server.db
      .insertInto('delivery')
      .values({
        team_id: team.id,
        channel: 'email',
        role: 'team',
        address: 'safety@work.example',
        message_key: randomUUID(),
        priority: 1,
        lane: 'email work.example',
        state,
        purpose,
        attempts: 1,
        fence: 0,
        created_at: at.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const attempt = (delivery_id: number, outcome: string, fault: string | null, at: Date) =>
    server.db
      .insertInto('delivery_attempt')
      .values({ delivery_id, at: at.toISOString(), ms: 5, outcome, detail: 'x', fault })
      .execute();
  await message('sent', ago(1));
  await message('sent', ago(30));
  const failed = await message('failed', ago(2));
  const pending = await message('pending', ago(3));
  await message('sending', ago(1));
  const held = await message('held', ago(60));
  await message('skipped', ago(1));
  for (const state of ['sent', 'failed', 'held', 'pending']) await message(state, ago(1), 'test');
  await message('held', ago(90), 'test');
  await attempt(failed, 'permanent', 'mailbox-unknown', ago(2));
  await attempt(failed, 'sent', null, ago(2));
  await attempt(pending, 'temporary', 'mail-busy', ago(3));
  await attempt(pending, 'temporary', 'mail-busy', ago(1));
  await attempt(pending, 'lost', null, ago(30));

  const found = await read();
  expect(found).toMatchObject({
    messages: { sent: 1, failed: 1, held: 0 },
    undelivered: { total: 2, oldest: { id: pending, team_id: team.id } },
    held: { total: 1, oldest: { id: held } },
    subscribers: { total: 3, new_day: 1, new_month: 2, blocked: 1 },
  });
  expect(found.faults).toEqual([
    { channel: 'email', fault: 'mail-busy', total: 2, last_at: expect.stringMatching(/Z$/) },
    { channel: 'email', fault: 'mailbox-unknown', total: 1, last_at: expect.stringMatching(/Z$/) },
  ]);
});

test('counts open incidents of all subscribers without drills, and those that no one has acknowledged', async () => {
  const { server, token: team, incident } = await incidentWithLinks();
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const read = async () => (await server.get('/api/v1/overview', { token })).body.data.incidents;
  const call = (name: string, body: object) =>
    server.post(`/tapi/v1/${name}/incident`, { token: team, body: { id: incident.id, ...body } });
  const oldest = { id: incident.id, opened_at: expect.stringMatching(/Z$/) };
  expect(await read()).toEqual({ open: 1, unacknowledged: 1, oldest });
  await call('answer', { answer: 'have' });
  expect(await read()).toEqual({ open: 1, unacknowledged: 0, oldest });
  const setDrill = (is_drill: number) => server.db.updateTable('incident').set({ is_drill }).execute();
  await setDrill(1);
  expect(await read()).toEqual({ open: 0, unacknowledged: 0, oldest: null });
  await setDrill(0);
  await call('close', { outcome: 'helped' });
  expect(await read()).toEqual({ open: 0, unacknowledged: 0, oldest: null });
});

test('an empty platform has an overview, and an unknown time zone is rejected', async () => {
  const server = await testServer();
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const { body } = await server.get('/api/v1/overview', { token });
  expect(body.data).toMatchObject({
    incidents: { open: 0, unacknowledged: 0, oldest: null },
    undelivered: { total: 0, oldest: null },
    subscribers: { total: 0 },
    faults: [],
  });
  const wrong = await server.get('/api/v1/overview', { token, query: { zone: 'Mars/Olympus' } });
  expect([wrong.status, wrong.body.msg]).toEqual([
    400,
    'Zone must be the name of a time zone, like America/Denver.',
  ]);
});

test('a subscriber can read neither the overview nor the audit', async () => {
  const { server, team } = await morning();
  const token = await server.tokenOf('team', team.id);
  for (const path of ['/api/v1/overview', '/api/v1/listPaged/audit']) {
    expect([path, (await server.get(path, { token })).status]).toEqual([path, 403]);
  }
  expect((await server.get('/tapi/v1/overview', { token })).status).toBe(404);
});
