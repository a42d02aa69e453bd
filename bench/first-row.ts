import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { buildTablePage } from './support/baseline/baseline-page.ts';
import type { Section } from './support/report.ts';
import {
  atMostTimes,
  compareVisits,
  measureVisits,
  paintedScript,
  SLOW_TEXT,
} from './support/browser/slow-visits.ts';

const ROWS = 200;
/** Of the cold visit, to a page with only a table. */
const MAX_RATIO = 1.6;

const FIRST_ROW = paintedScript('tbody tr:not([aria-hidden]) td');

/** The time until the first row of the records is painted, on a slow phone with a slow network. */
export async function firstRow(): Promise<Section> {
  const figures = await compareVisits('first-row', async ({ db, url, folder }) => {
    const session = await fillDatabase(db);
    const path = `/tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=1&per_page=20&token=${session.token}`;
    const rows = await (await fetch(`${url}${path}`)).text();
    const signIn = `
      localStorage.setItem('userInfo', ${JSON.stringify(JSON.stringify(session.user))});
      localStorage.setItem('userRole', 'team');
      localStorage.setItem('userToken', ${JSON.stringify(session.token)});`;
    return {
      baselinePage: await buildTablePage(folder, rows),
      ours: (browser) => measureVisits(browser, `${url}/app/button_data/5`, FIRST_ROW + signIn),
      baseline: (browser, page) => measureVisits(browser, page, FIRST_ROW),
      target: atMostTimes(MAX_RATIO),
    };
  });
  return {
    name: 'first-row',
    title: 'The first row of the records on a slow phone',
    description: [
      `From opening /app/button_data/5 as a signed-in user until the first of 20 rows is painted, ${SLOW_TEXT}.`,
      'Cold: nothing is cached. Warm: the second visit of the same user.',
      'The baseline is a page with only React and a table, built with the same tools: no router, menu, session or styles; its rows are a static file.',
    ],
    figures,
  };
}

/** Creates a subscriber with presses, and returns its session. */
async function fillDatabase(db: Db) {
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  const location = { lat: 39.7392, lng: -104.9903, accuracy: 12 };
  const presses = Array.from({ length: ROWS }, () =>
    buildSubmission(user, { item: { kind: 'button', id: 5 }, location }),
  );
  await storeSubmissions(db, presses, new Date());
  const { id, email, first_name, last_name, account_name } = team;
  return {
    token: await buildSession(db, 'team', id),
    user: { id, email, first_name, last_name, account_name, role: 'team' },
  };
}
