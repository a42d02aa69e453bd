import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAppUser } from '../../factories/accounts.ts';
import { pushServer } from '../../testing/phones/push-server.ts';

/** A press of Lone Worker Emergency by a person whose phone is closed and allowed notifications. */
async function ground() {
  const given = await pushServer();
  const { server, team, token, teamToken, subscribe, service, settle } = given;
  await subscribe(token);
  const other = await buildAppUser(server.db, team.id);
  await subscribe(await server.tokenOf('app_user', other.id));
  const client_id = randomUUID();
  await server.post('/mapi/v1/button_click', { token, body: { client_id, button_id: 5 } });
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  return {
    ...given,
    client_id,
    id,
    answer: (body: object) =>
      server.post('/tapi/v1/answer/incident', { token: teamToken, body: { id, ...body } }),
    /** What the phone of the person got, after `opened` more changes. */
    async payloads(opened = 1) {
      await settle({ opened });
      return service.messages.map(({ payload }) => payload);
    },
  };
}

const seqOf = (payload: unknown) => (payload as { newest: { seq: number } }).newest.seq;

test('the phone of the person who pressed reads who has it, when they arrive, and that they can’t after all', async () => {
  const { answer, payloads, client_id, team, subscriptions } = await ground();
  expect(await answer({ answer: 'have', eta_minutes: 10 })).toMatchObject({ status: 200 });
  const owner = `${team.first_name} ${team.last_name}`;
  const first = {
    kind: 'incident',
    client_id,
    owner,
    eta_at: expect.any(String),
    is_drill: false,
    continues: false,
    newest: { seq: expect.any(Number), at: expect.stringMatching(/Z$/) },
  };
  const [have] = await payloads();
  expect(have).toEqual(first);
  await answer({ answer: 'cannot' });
  const [, cannot] = await payloads();
  expect(cannot).toEqual({ ...first, owner: null, eta_at: null, continues: true });
  // The phone shows no older news after newer news.
  expect(seqOf(cannot)).toBeGreaterThan(seqOf(have));
  expect(await subscriptions()).toHaveLength(2);
});

test('news that failed is not repeated after newer news: no phone reads that someone has it when no one does', async () => {
  const { answer, payloads, service, settle } = await ground();
  service.behave(() => 503);
  await answer({ answer: 'have' });
  expect(await payloads()).toEqual([]);
  service.behave();
  await answer({ answer: 'cannot' });
  expect(await payloads()).toEqual([expect.objectContaining({ owner: null })]);
  for (let hour = 0; hour < 3; hour += 1) await settle({ hours: 1 });
  expect(await payloads(0)).toEqual([expect.objectContaining({ owner: null })]);
});

test('older news is not sent after newer news that another server stored, also if a crash left it due', async () => {
  const { answer, payloads, service, settle, server, id } = await ground();
  service.behave(() => 503);
  await answer({ answer: 'have' });
  await payloads();
  service.behave();
  const old = await server.db.selectFrom('push_message').selectAll().executeTakeFirstOrThrow();
  // As if stored by a server that stopped immediately afterwards. As a text, 10 would be older than 9.
  const seqs = { old: 9, newer: 10 };
  await server.db
    .updateTable('push_message')
    .set({ topic: `incident-${id}-${seqs.old}` })
    .execute();
  const { id: _, ...copy } = old;
  const payload = JSON.stringify({ ...JSON.parse(old.payload), owner: null, eta_at: null });
  await server.db
    .insertInto('push_message')
    .values({ ...copy, topic: `incident-${id}-${seqs.newer}`, payload })
    .execute();
  for (let hour = 0; hour < 3; hour += 1) await settle({ hours: 1 });
  expect(await payloads(0)).toEqual([expect.objectContaining({ owner: null })]);
});

test('answers that change nothing for the person are not sent to their phone', async () => {
  const { answer, payloads, server, id } = await ground();
  await answer({ answer: 'cannot' });
  expect(await payloads(0)).toEqual([]);
  await answer({ answer: 'have' });
  expect(await payloads()).toHaveLength(1);
  await answer({ answer: 'have' });
  expect(await payloads(0)).toHaveLength(1);
  const rejected = await server.post('/tapi/v1/answer/incident', { body: { id, answer: 'have' } });
  expect(rejected).toMatchObject({ status: 401 });
  expect(await payloads(0)).toHaveLength(1);
});
