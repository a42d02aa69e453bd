import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../../factories/accounts.ts';
import { setOverdue } from '../../factories/overdue.ts';
import { buildSubscription } from '../../factories/subscriptions.ts';
import { testServer } from '../../testing/server.ts';

test('administrators find the subscribers whose payment is overdue', async () => {
  const server = await testServer();
  const token = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const teams = [];
  for (const id of ['sub_paid', 'sub_overdue', 'sub_earlier']) {
    const team = await buildTeam(server.db);
    const at = '2026-11-01T00:00:00.000Z';
    const period = { created: at, current_period_start: at, current_period_end: at };
    await buildSubscription(server.db, {
      id,
      team_id: team.id,
      ...period,
      cancel_at_period_end: 0,
      trial_end: null,
    });
    await setOverdue(server.db, team.id, id === 'sub_paid' ? null : 3);
    teams.push(team);
  }
  const [, overdue, earlier] = teams;
  await server.db
    .updateTable('team')
    .set({ plan: 'free' })
    .where('id', '=', earlier?.id ?? 0)
    .execute();
  const read = async (query: Record<string, string>) =>
    (await server.get('/api/v1/listPaged/team', { token, query })).body.items.map(
      ({ id, overdue_since }: { id: number; overdue_since: string | null }) => [id, overdue_since !== null],
    );
  expect(await read({ filter_payment: 'overdue' })).toEqual([[overdue?.id, true]]);
  expect(await read({ order: 'asc' })).toEqual(teams.map((team) => [team.id, team === overdue]));
});
