import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readRowsAfter } from '../../db/lists/rows-after.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { testDatabase, TEST_DATABASE } from '../../testing/databases/database.ts';
import { explaining } from '../../testing/explained.ts';
import { incidentRows } from './incidents.lists.ts';

const OPENED = '2026-11-26T10:00:00.000Z';
const COUNT = 4_000;

test('any number of open incidents is read in the order of an index, and not sorted', async () => {
  const { db } = await testDatabase();
  const { id: teamId } = await buildTeam(db);
  const user = await buildAppUser(db, teamId);
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    team_id: teamId,
    app_user_id: user.id,
    button_click_id: index + 1,
    button_id: 5,
    user_name: 'Ana Ruiz',
    user_email: '',
    user_phone: '',
    is_drill: index % 2,
    state: index % 3 === 0 ? 'acknowledged' : 'open',
    opened_at: OPENED,
    policy: '{}',
    run: 0,
    run_started_at: OPENED,
    note: '',
  }));
  for (let from = 0; from < COUNT; from += 1_000) {
    await db
      .insertInto('incident')
      .values(rows.slice(from, from + 1_000))
      .execute();
  }
  if (TEST_DATABASE === 'postgres') await sql`analyze`.execute(db);
  // Those to which someone is expected are a range of the index, not a filter on all open ones.
  const range = '\\b.*(<expr><|Index Cond:[^"]*END\\)? <)';
  for (const [sort, order, ofTeam, ofAll, filters] of [
    ['urgency', 'desc', 'incident_open_team_urgency', 'incident_open_urgency', {}],
    [
      'urgency',
      'desc',
      `incident_open_(team_)?urgency${range}`,
      `incident_open_urgency${range}`,
      { filter_expected: 'yes', filter_drill: 'no' },
    ],
    ['waiting', 'asc', 'incident_open_team_waiting', 'incident_open_waiting', {}],
    ['opened_at', 'desc', 'incident_(team_id|open)_opened_at', 'incident_open_opened_at', {}],
  ] as const) {
    for (const [scope, index] of [
      [teamId, ofTeam],
      [null, ofAll],
    ] as const) {
      const { explainedDb, plans } = explaining(
        db,
        TEST_DATABASE === 'postgres' ? 'explain (format text)' : 'explain query plan',
      );
      const request = { page: 1, per_page: 100, sort, order, filter_open: 'yes', ...filters };
      await readRowsAfter(explainedDb, scope, incidentRows, request, null, 100);
      expect(JSON.stringify(plans[0])).toMatch(new RegExp(`\\b${index}(?!\\w)`));
    }
  }
});
