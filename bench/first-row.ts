import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { buildBaselinePage, type BaselinePage } from './support/baseline-page.ts';
import { startBrowser, type Browser, type Slowness } from './support/browser.ts';
import { median } from './support/statistics.ts';
import { withBenchDatabases } from './support/bench-databases.ts';
import type { Figure, Section } from './support/report.ts';

const ROWS = 200;
const ROUNDS = 7;
/** Chromium's "Slow 4G", and a processor with a quarter of this machine's speed. */
const SLOW: Slowness = {
  latency: 150,
  download: (1.6 * 1_000_000) / 8,
  upload: (0.75 * 1_000_000) / 8,
  cpu: 4,
};
/** Of the cold visit, to a page with only a table. */
const MAX_RATIO = 1.8;

/** Resolves to the milliseconds from the start of the visit until a row is painted. */
const FIRST_ROW = `
  window.firstRow = new Promise((resolve) => {
    const check = () => {
      const row = document.querySelector('tbody tr:not([aria-hidden]) td');
      if (row && row.getBoundingClientRect().height > 0) {
        requestAnimationFrame(() => resolve(performance.now()));
      } else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });`;

/** The time until the first row of the records is painted, on a slow phone with a slow network. */
export async function firstRow(): Promise<Section> {
  const figures = await withBenchDatabases('sqlite', async (databases) => {
    const { db, location } = await databases.create('first-row');
    const session = await fillDatabase(db);
    const server = await startServerProcess(location, { variables: { AVATAR_SERVICE_URL: 'none' } });
    const path = `/tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=1&per_page=20&token=${session.token}`;
    const rows = await (await fetch(`${server.url}${path}`)).text();
    const baseline = await startServer(await buildBaselinePage(databases.folder, rows));
    const browser = await startBrowser(databases.folder, SLOW);
    try {
      const signIn = `
        localStorage.setItem('userInfo', ${JSON.stringify(JSON.stringify(session.user))});
        localStorage.setItem('userRole', 'team');
        localStorage.setItem('userToken', ${JSON.stringify(session.token)});`;
      return await measureInRounds(
        () => measureVisits(browser, `${server.url}/app/button_data/5`, signIn),
        () => measureVisits(browser, `${baseline.url}/`, ''),
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
      `From opening /app/button_data/5 as a signed-in user until the first of 20 rows is painted, in Chromium with ${SLOW.latency} ms for each round trip, 1.6 Mbit/s down, 0.75 up, and the processor slowed ${SLOW.cpu} times; medians of ${ROUNDS} rounds.`,
      'Cold: nothing is cached. Warm: the second visit of the same user.',
      'The baseline is a page with only React and a table, built with the same tools: no router, menu, session or styles; its rows are a static file.',
    ],
    figures,
  };
}

type Times = { cold: number; warm: number };

/** The first and second visit of a new user. */
async function measureVisits(browser: Browser, url: string, before: string): Promise<Times> {
  const window = await browser.newWindow();
  try {
    await window.beforeEachPage(FIRST_ROW + before);
    const cold = await window.visit<number>(url, 'window.firstRow');
    await window.visit('about:blank', '1');
    const warm = await window.visit<number>(url, 'window.firstRow');
    return { cold, warm };
  } finally {
    await window.close();
  }
}

async function measureInRounds(
  ours: () => Promise<Times>,
  baseline: () => Promise<Times>,
): Promise<Figure[]> {
  const measured: { ours: Times; baseline: Times }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.push({ ours: await ours(), baseline: await baseline() });
  }
  return (['cold', 'warm'] as const).map((when) => {
    const ms = median(measured.map((round) => round.ours[when]));
    const baselineMs = median(measured.map((round) => round.baseline[when]));
    return {
      label: when,
      ours: `${(ms / 1000).toFixed(2)} s`,
      baseline: `${(baselineMs / 1000).toFixed(2)} s`,
      ratio: ms / baselineMs,
      target:
        when === 'cold'
          ? { text: `at most ${MAX_RATIO} times the baseline`, isMet: ms <= MAX_RATIO * baselineMs }
          : null,
    };
  });
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

/** Serves the files of `page` from memory. */
async function startServer(page: BaselinePage): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const file = page[request.url ?? '/'];
    if (!file) return void response.writeHead(404).end();
    const caching = request.url?.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
    response
      .writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip', 'cache-control': caching })
      .end(file.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
