import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { buildTablePage } from './support/baseline-page.ts';
import { startBrowser } from './support/browser.ts';
import {
  measureInRounds,
  measureVisits,
  paintedScript,
  servePage,
  SLOW,
  SLOW_TEXT,
} from './support/slow-visits.ts';
import { withBenchDatabases } from './support/bench-databases.ts';
import type { Section } from './support/report.ts';

const ROWS = 200;
/** Of the cold visit, to a page with only a table. */
const MAX_RATIO = 1.6;

const FIRST_ROW = paintedScript('tbody tr:not([aria-hidden]) td');

/** The time until the first row of the records is painted, on a slow phone with a slow network. */
export async function firstRow(): Promise<Section> {
  const figures = await withBenchDatabases('sqlite', async (databases) => {
    const { db, location } = await databases.create('first-row');
    const session = await fillDatabase(db);
    const server = await startServerProcess(location, { variables: { AVATAR_SERVICE_URL: 'none' } });
    const path = `/tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=1&per_page=20&token=${session.token}`;
    const rows = await (await fetch(`${server.url}${path}`)).text();
    const baseline = await servePage(await buildTablePage(databases.folder, rows));
    const browser = await startBrowser(databases.folder, SLOW);
    try {
      const signIn = `
        localStorage.setItem('userInfo', ${JSON.stringify(JSON.stringify(session.user))});
        localStorage.setItem('userRole', 'team');
        localStorage.setItem('userToken', ${JSON.stringify(session.token)});`;
      return await measureInRounds(
        () => measureVisits(browser, `${server.url}/app/button_data/5`, FIRST_ROW + signIn),
        () => measureVisits(browser, `${baseline.url}/`, FIRST_ROW),
        (ms, baselineMs) => ({
          text: `at most ${MAX_RATIO} times the baseline`,
          isMet: ms <= MAX_RATIO * baselineMs,
        }),
      );
    } finally {
      await browser.close();
      await baseline.stop();
      await server.end('SIGTERM');
    }
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
