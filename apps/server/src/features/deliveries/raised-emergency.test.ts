import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { HOUR, MINUTE } from '../../scheduling/durations.ts';
import { buildCheckIn, testMonitor } from '../../testing/phones/check-ins.ts';
import { BOTH_CHANNELS } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';

/** A subscriber whose app user did not answer a check-in an hour ago. The messages are held. */
async function raised() {
  const server = await testServer({ channels: BOTH_CHANNELS });
  const { db } = server;
  const team = await buildTeam(db, { email: 'safety@team.example', phone: '+12025550143' });
  const user = await buildAppUser(db, team.id, { name: 'Ann Baker' });
  const raisedAt = new Date(Date.now() - HOUR);
  await buildCheckIn(db, user, { dueAt: new Date(raisedAt.getTime() - 5 * MINUTE) });
  expect(await testMonitor(db, { now: () => raisedAt }).check()).toBe(1);
  const token = await server.tokenOf('team', team.id);
  const read = async () => {
    const { items } = (await server.get('/tapi/v1/listPaged/delivery', { token, query: { order: 'asc' } }))
      .body as { items: { id: number; state: string; subject: string | null; body: string }[] };
    return items.filter(({ state }) => state !== 'skipped');
  };
  return { server, db, team, token, read };
}

test('a resent message about a missed check-in says when the emergency was raised, not that someone pressed', async () => {
  const { server, db, token, read } = await raised();
  // An alarm about it names only the press, a message about a deleted press only the incident.
  const [first, second] = await read();
  await db.updateTable('delivery').set({ state: 'failed' }).execute();
  await db
    .updateTable('delivery')
    .set({ incident_id: null, purpose: 'alarm' })
    .where('id', '=', first?.id ?? 0)
    .execute();
  await db
    .updateTable('delivery')
    .set({ button_click_id: null })
    .where('id', '=', second?.id ?? 0)
    .execute();
  const messages = await read();
  expect(messages.map(({ subject }) => subject === null)).toContain(true);
  expect(messages.map(({ subject }) => subject === null)).toContain(false);
  for (const { id } of messages) {
    expect((await server.post('/tapi/v1/resend/delivery', { token, body: { id } })).status).toBe(200);
  }
  for (const { subject, body } of await read()) {
    expect(subject ?? body).toMatch(/^Sent again on .+; raised on /);
    expect(body).toMatch(/^Sent again on .+; raised on /);
    expect(`${subject} ${body}`).not.toMatch(/\bpressed\b/);
  }
});

test('a released message about a missed check-in is late since the emergency was raised', async () => {
  const { server, db, team, read } = await raised();
  await db
    .updateTable('delivery')
    .set({ state: 'held', held_for: 'limit' })
    .where('state', '=', 'held')
    .execute();
  const admin = await server.tokenOf('admin', (await buildAdmin(db)).id);
  const body = { team_id: team.id };
  expect((await server.post('/api/v1/release/delivery', { token: admin, body })).status).toBe(200);
  const messages = await read();
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) {
    expect(message.state).toBe('pending');
    expect(message.body).toMatch(/^Sent late on .+; raised on /);
  }
});
