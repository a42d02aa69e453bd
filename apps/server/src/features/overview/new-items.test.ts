import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { plannedEmail } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';

/** What is new for an administrator since the lists were last seen. */

const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

async function world() {
  const server = await testServer();
  const { db } = server;
  const admin = await server.tokenOf('admin', (await buildAdmin(db)).id);
  const team = await buildTeam(db, {}, new Date(ago(50)));
  const user = await buildAppUser(db, team.id);
  const read = async (query: object = {}, token = admin) =>
    await server.get('/api/v1/newItems', { token, query: { ...query } });
  const messages = async (messages_since: string) => (await read({ messages_since })).body.data.messages;
  /** Stores messages that were planned at a time; returns their ids. */
  const submit = async (at: string, count: number, state: 'failed' | 'held' | 'pending' | 'sent') => {
    const planned = Array.from({ length: count }, (_, index) =>
      plannedEmail({ address: `a${index}@work.example` }),
    );
    const [stored] = await storeSubmissions(db, [buildSubmission(user, { messages: planned })], new Date(at));
    const rows = await db
      .updateTable('delivery')
      .set({ state })
      .where('button_click_id', '=', stored?.id ?? 0)
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const attempt = (delivery_id: number, at: string) =>
    db
      .insertInto('delivery_attempt')
      .values({ delivery_id, at, ms: 5, outcome: 'permanent', detail: 'no', fault: 'mailbox-unknown' })
      .execute();
  return { server, db, team, read, messages, submit, attempt };
}

test('counts subscribers that signed up since the list was last seen; without a time, none is new', async () => {
  const { db, read } = await world();
  await buildTeam(db, {}, new Date(ago(3)));
  await buildTeam(db, {}, new Date(ago(1)));
  const subscribers = async (query: object) => (await read(query)).body.data.subscribers;
  expect(await subscribers({ subscribers_since: ago(100) })).toBe(3);
  expect(await subscribers({ subscribers_since: ago(2) })).toBe(1);
  expect(await subscribers({ subscribers_since: ago(0) })).toBe(0);
  const before = Date.now();
  const { status, body } = await read();
  expect([status, body]).toEqual([
    200,
    { ok: true, data: { at: expect.any(String), subscribers: 0, messages: 0 } },
  ]);
  expect(Date.parse(body.data.at)).toBeGreaterThanOrEqual(before);
  expect(await subscribers({ subscribers_since: body.data.at })).toBe(0);
});

test('counts messages that failed or are held since then, each once, also those that were planned before', async () => {
  const { messages, submit, attempt } = await world();
  const [old = 0, late = 0] = await submit(ago(20), 2, 'failed');
  await attempt(old, ago(19));
  await attempt(late, ago(19));
  // Its last attempt was an hour ago.
  await attempt(late, ago(1));
  expect([await messages(ago(2)), await messages(ago(30))]).toEqual([1, 2]);
  const [recent = 0] = await submit(ago(1), 1, 'failed');
  await attempt(recent, ago(1));
  await submit(ago(1), 2, 'held');
  await submit(ago(5), 1, 'held');
  // It may still arrive.
  const [retried = 0] = await submit(ago(1), 1, 'pending');
  await attempt(retried, ago(1));
  await submit(ago(1), 3, 'sent');
  expect([await messages(ago(2)), await messages(ago(0))]).toEqual([4, 0]);
});

test('tests are not counted, and large numbers end at the limit', async () => {
  const { db, messages, submit, read } = await world();
  const ids = await submit(ago(1), 60, 'held');
  await db.updateTable('delivery').set({ purpose: 'test' }).where('id', 'in', ids.slice(0, 5)).execute();
  expect(await messages(ago(2))).toBe(55);
  await submit(ago(1), 80, 'failed');
  expect(await messages(ago(2))).toBe(100);
  expect((await read({ messages_since: ago(2) })).body.data.subscribers).toBe(0);
});

test('rejects other roles and invalid times', async () => {
  const { server, team, read } = await world();
  expect((await read({}, await server.tokenOf('team', team.id))).status).toBe(403);
  for (const wrong of ['yesterday', '2026-11-21', '10000-01-01T00:00:00.000Z', '']) {
    const { status, body } = await read({ subscribers_since: wrong, messages_since: wrong });
    expect([wrong, status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      wrong,
      400,
      ['subscribers_since', 'messages_since'],
    ]);
  }
});
