import { BUTTON_LABELS } from '@callpoint/contract/catalog';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildMeasuredIncident } from '../../factories/measured-incidents.ts';
import { testServer } from '../../testing/server.ts';

type CheckedItem = { kind: string; id: number; level: string; reasons: { kind: string; text: string }[] };

test('the reachability check reads the current data, for the team and for administrators', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db, { email: 'safety@team.example' });
  const other = await buildTeam(server.db);
  await buildAppUser(server.db, team.id);
  const token = await server.tokenOf('team', team.id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const items = async (): Promise<CheckedItem[]> => {
    const { body } = await server.get('/tapi/v1/reachability', { token });
    const seen = await server.get('/api/v1/reachability', { token: admin, query: { team_id: team.id } });
    expect(seen.body).toEqual(body);
    return body.data.items;
  };

  // No channel is configured on this server.
  const all = await items();
  expect(all.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'button 1',
    'button 2',
    'button 4',
    'button 5',
    'form 1',
    'form 3',
    'form 2',
  ]);
  expect(all.map(({ level }) => level)).toEqual(Array.from({ length: 7 }, () => 'red'));
  expect(all[0]?.reasons.map(({ kind }) => kind)).toEqual(['nobody', 'not-configured', 'not-configured']);

  const set = (setting_key: string, setting_value: string) =>
    server.db
      .updateTable('settings')
      .set({ setting_value })
      .where('team_id', '=', team.id)
      .where('setting_key', '=', setting_key)
      .execute();
  await set('mail_to_admin_emails_1', 'not an address');
  await set('btn_2_mode', 'no');
  const [first, second] = await items();
  expect(first?.reasons.map(({ kind }) => kind)).toEqual(['nobody', 'skipped', 'not-configured']);
  expect(second).toMatchObject({
    level: 'off',
    reasons: [{ text: `${BUTTON_LABELS[2]} is turned off: the app rejects it.` }],
  });

  expect((await server.get('/tapi/v1/reachability', { token, query: { team_id: other.id } })).status).toBe(
    404,
  );
  expect((await server.get('/api/v1/reachability', { token: admin })).body.errors).toEqual([
    { msg: 'Team id is required.', field: 'team_id' },
  ]);
});

test('the reachability of a button includes its newest drill, and a real press is none', async () => {
  const server = await testServer();
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const other = await buildAppUser(server.db, (await buildTeam(server.db)).id);
  const day = (text: string) => new Date(`${text}T08:00:00.000Z`);
  await buildMeasuredIncident(server.db, user, day('2026-08-01'), { isDrill: true });
  await buildMeasuredIncident(server.db, user, day('2026-08-23'), { isDrill: true });
  await buildMeasuredIncident(server.db, user, day('2026-09-01'));
  await buildMeasuredIncident(server.db, other, day('2026-10-01'), { isDrill: true, buttonId: 1 });
  const token = await server.tokenOf('team', team.id);
  const { body } = await server.get('/tapi/v1/reachability', { token });
  const drilled = (body.data.items as (CheckedItem & { last_drilled_at?: string | null })[]).map(
    ({ kind, id, last_drilled_at }) => [`${kind} ${id}`, last_drilled_at],
  );
  expect(drilled).toEqual([
    ['button 1', null],
    ['button 2', null],
    ['button 4', null],
    ['button 5', '2026-08-23T08:00:00.000Z'],
    ['form 1', undefined],
    ['form 3', undefined],
    ['form 2', undefined],
  ]);
});
