import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { IncidentsDb } from '../../db/incidents.ts';
import type { Db } from '../../db/tables.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildMeasuredIncident } from '../../factories/measured-incidents.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost } from '../../testing/databases/reads.ts';
import { findAnswered, findNewestByAddress } from './links.ts';

/** Of `buildMeasuredIncident`. */
const NUMBER = '+13035550142';

test('the incident of a reply is found at the same cost after many incidents of its number as after few', async () => {
  const { db } = await testDatabase();
  const team = await buildTeam(db);
  const user = { ...(await buildAppUser(db, team.id)), team_id: team.id };
  const now = new Date();
  const first = await buildMeasuredIncident(db, user, now, { sent: 1, closed: 60 });
  let newest = first;
  await expectSameCost(db, {
    table: 'incident_responder',
    add: async (from, to) => {
      await copyIncident(db, first, from, to);
      newest += to - from;
    },
    work: async (on) => {
      const incidents = new IncidentsDb(on);
      expect((await findNewestByAddress(incidents, 'sms', NUMBER, now))?.incident.id).toBe(newest);
      const answer = { channel: 'sms', address: NUMBER, reference: 'SM1' };
      expect(await findAnswered(incidents, answer, now)).toBeNull();
    },
  });
});

/** Copies an incident, without its messages, for presses with the numbers from `from` to before `to`. */
async function copyIncident(db: Db, id: number, from: number, to: number): Promise<void> {
  const incident = db.selectFrom('incident').selectAll().where('id', '=', id);
  const { id: _, button_click_id: __, ...copied } = await incident.executeTakeFirstOrThrow();
  const columns = sql.join(Object.keys(copied).map((name) => sql.id(name)));
  const [firstPress, lastPress] = [1_000_000 + from, 1_000_000 + to - 1];
  await sql`with recursive presses(press) as (
      select ${sql.lit(firstPress)} union all select press + 1 from presses where press < ${sql.lit(lastPress)})
    insert into incident (${columns}, button_click_id)
    select ${columns}, press from presses cross join incident where id = ${id}`.execute(db);
  await sql`insert into incident_responder (team_id, incident_id, channel, address, role, person)
    select team_id, id, 'sms', ${NUMBER}, 'team', ${NUMBER} from incident
    where button_click_id between ${firstPress} and ${lastPress}`.execute(db);
}
