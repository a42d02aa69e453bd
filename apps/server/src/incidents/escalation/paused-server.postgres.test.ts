import { expect, test } from 'vitest';
import { IncidentsDb } from '../../db/handles/incidents.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildIncident } from '../../factories/incidents.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { testEscalator } from '../../testing/incidents/escalators.ts';
import { readIncidentRow } from '../../testing/incidents/guarantees.ts';
import { lockIncident } from '../incident-row.ts';

const LATER = 4 * 60_000;

test('a server that is paused while it changes an incident delays no other one, and this one only for seconds', async () => {
  const { db } = await testDatabase();
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  const [locked, free] = [
    await buildIncident(db, { id: 1, team_id: team.id, app_user_id: user.id }),
    await buildIncident(db, { id: 2, team_id: team.id, app_user_id: user.id }),
  ];
  const escalator = testEscalator(db, { now: () => new Date(Date.now() + LATER) });
  const stepOf = async (id: number) => (await readIncidentRow(db, id)).run;
  const paused = new IncidentsDb(db).transaction(async (tx) => {
    await lockIncident(tx, locked);
    await escalator.check();
    expect([await stepOf(locked), await stepOf(free)]).toEqual([0, 1]);
    // The transaction stays open and does nothing, as long as the database permits it.
    await expect.poll(() => escalator.check(), { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await stepOf(locked)).toBe(1);
    await tx.selectFrom('incident').select('id').execute();
  });
  await expect(paused).rejects.toThrow('the database is not available');
});
