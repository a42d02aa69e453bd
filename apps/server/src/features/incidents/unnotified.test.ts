import type { Alarm } from '@callpoint/contract/alarms';
import type { Incident } from '@callpoint/contract/incidents';
import { expect, test } from 'vitest';
import { buildAdmin } from '../../factories/accounts.ts';
import { pressWorld } from '../../testing/incidents/press-world.ts';

/** A press whose messages are in the states of the test: no worker sends them. */
async function ground() {
  const world = await pressWorld();
  const { server, token, phone } = world;
  const { db } = server;
  const admin = await server.tokenOf('admin', (await buildAdmin(db)).id);
  const { incident, pressId, client_id } = await world.press();
  const id = incident?.id ?? 0;
  /** The messages of the press to others, and those to the person. */
  const setStates = async (others: string, own = 'sent') => {
    await db.updateTable('delivery').set({ state: others }).where('role', '!=', 'user').execute();
    await db.updateTable('delivery').set({ state: own }).where('role', '=', 'user').execute();
  };
  /** What the team, administrators and the person read of the incident, in each place. */
  const isUnnotified = async () => {
    const seen: unknown[] = [];
    for (const who of [token, admin]) {
      const base = who === admin ? '/api/v1' : '/tapi/v1';
      const { body } = await server.get(`${base}/listPaged/incident`, { token: who });
      seen.push((body.items as Incident[])[0]?.is_unnotified);
      seen.push(
        (await server.get(`${base}/incident`, { token: who, query: { id } })).body.data.is_unnotified,
      );
    }
    const own = await server.get('/mapi/v1/submission', { token: phone, query: { client_id } });
    seen.push(own.body.data.incident.is_unnotified);
    expect(new Set(seen).size).toBe(1);
    return seen[0];
  };
  const alarms = async () => {
    const { body } = await server.get('/tapi/v1/listPaged/alarm', { token });
    return (body.items as Alarm[]).map(({ reason, is_unnotified }) => ({ reason, is_unnotified }));
  };
  return { ...world, db, id, pressId, setStates, isUnnotified, alarms };
}

test.each([
  ['pending', false],
  ['sending', false],
  ['sent', false],
  ['failed', true],
  ['held', true],
  ['skipped', true],
])('an incident whose messages are %s says whether it has notified someone', async (state, expected) => {
  const { setStates, isUnnotified } = await ground();
  await setStates(state);
  expect(await isUnnotified()).toBe(expected);
});

test('“no one was notified” stays true after the last step, until a message is sent or someone acknowledges', async () => {
  const { server, token, db, id, setStates, checkAfter, isUnnotified, alarms } = await ground();
  await setStates('failed');
  for (let check = 0; (await alarms()).length === 0; check += 1) {
    expect(check).toBeLessThan(60);
    await checkAfter(5_000);
    await setStates('failed');
  }
  expect(await alarms()).toEqual([{ reason: 'unacknowledged', is_unnotified: true }]);
  expect(await isUnnotified()).toBe(true);
  // A message is about to be sent again.
  const one = db.selectFrom('delivery').select('id').where('incident_run', '=', 0).where('role', '=', 'team');
  const { id: message } = await one.executeTakeFirstOrThrow();
  const setState = (state: string) =>
    db.updateTable('delivery').set({ state }).where('id', '=', message).execute();
  await setState('pending');
  expect([await isUnnotified(), await alarms()]).toEqual([
    true,
    [{ reason: 'unacknowledged', is_unnotified: true }],
  ]);
  await setState('sent');
  expect([await isUnnotified(), await alarms()]).toEqual([
    false,
    [{ reason: 'unacknowledged', is_unnotified: false }],
  ]);
  await setState('failed');
  const answered = await server.post('/tapi/v1/answer/incident', { token, body: { id, answer: 'have' } });
  expect(answered.status).toBe(200);
  expect(await isUnnotified()).toBe(false);
});
