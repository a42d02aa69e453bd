import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import { IncidentsDb } from '../../db/incidents.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildMeasuredIncident } from '../../factories/measured-incidents.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { readCounter } from '../../testing/databases/reads.ts';
import { findAnswered, findNewestByAddress } from './links.ts';

/** Of `buildMeasuredIncident`. */
const NUMBER = '+13035550142';

test('the incident of a reply is found at the same cost after 10,000 incidents of its number as after 2,000', async () => {
  const { db } = await testDatabase();
  const team = await buildTeam(db);
  const user = { ...(await buildAppUser(db, team.id)), team_id: team.id };
  const now = new Date();
  const first = await buildMeasuredIncident(db, user, now, { sent: 1, closed: 60 });
  const countReads = readCounter('incident_responder');
  const costs: number[] = [];
  for (const [from, to] of [
    [1, 2_000],
    [2_001, 10_000],
  ] as const) {
    await copyIncident(first, from, to);
    await sql`${getDialect(db).settle}`.execute(db);
    costs.push(
      await countReads(db, async (on) => {
        const incidents = new IncidentsDb(on);
        // Without a newer message, the newest incident.
        expect((await findNewestByAddress(incidents, 'sms', NUMBER, now))?.incident.id).toBe(first + to);
        const answer = { channel: 'sms', address: NUMBER, reference: 'SM1' };
        expect(await findAnswered(incidents, answer, now)).toBeNull();
      }),
    );
  }
  const [few = 0, many = 0] = costs;
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThanOrEqual(1.2 * few);

  async function copyIncident(id: number, from: number, to: number): Promise<void> {
    const columns = Object.keys(
      await db.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ).filter((name) => name !== 'id' && name !== 'button_click_id');
    const names = sql.join(columns.map((name) => sql.id(name)));
    await sql`with recursive numbers(i) as (select ${sql.lit(from)} union all select i + 1 from numbers where i < ${sql.lit(to)})
      insert into incident (${names}, button_click_id)
      select ${names}, 1000000 + i from numbers cross join incident where id = ${id}`.execute(db);
    await sql`insert into incident_responder (team_id, incident_id, channel, address, role, person)
      select team_id, id, 'sms', ${NUMBER}, 'team', ${NUMBER} from incident
      where button_click_id >= ${1_000_000 + from} and button_click_id <= ${1_000_000 + to}`.execute(db);
  }
});
