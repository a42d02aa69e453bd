import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { buildBarePage, type BarePage } from './support/bare-page.ts';
import { startBrowser, type Browser, type Slowness } from './support/browser.ts';
import { median } from './support/figures.ts';
import { onGround } from './support/ground.ts';
import type { Figure, Section } from './support/report.ts';

const ROWS = 200;
const ROUNDS = 7;
/** The usual Slow 4G, and a phone a quarter as fast as this machine. */
const SLOW: Slowness = {
  latency: 150,
  download: (1.6 * 1_000_000) / 8,
  upload: (0.75 * 1_000_000) / 8,
  cpu: 4,
};
const COLD_MS = 2300;

/** Resolves to the milliseconds from the start of the visit until a row is painted. */
const FIRST_ROW = `
  window.firstRow = new Promise((resolve) => {
    const look = () => {
      const row = document.querySelector('tbody tr:not([aria-hidden]) td');
      if (row && row.getBoundingClientRect().height > 0) {
        requestAnimationFrame(() => resolve(performance.now()));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });`;

/** How long somebody waits for the first row of the records, on a slow phone on a slow line. */
export async function firstRow(): Promise<Section> {
  const figures = await onGround('sqlite', async (ground) => {
    const { db, location } = await ground.database('first-row');
    const session = await fill(db);
    const server = await startServerProcess(location, { variables: { AVATAR_SERVICE_URL: 'none' } });
    const path = `/tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=1&per_page=20&token=${session.token}`;
    const rows = await (await fetch(`${server.url}${path}`)).text();
    const bare = await serve(await buildBarePage(ground.folder, rows));
    const browser = await startBrowser(ground.folder, SLOW);
    try {
      const signIn = `
        localStorage.setItem('userInfo', ${JSON.stringify(JSON.stringify(session.user))});
        localStorage.setItem('userRole', 'team');
        localStorage.setItem('userToken', ${JSON.stringify(session.token)});`;
      return await inTurns(
        () => times(browser, `${server.url}/app/button_data/5`, signIn),
        () => times(browser, `${bare.url}/`, ''),
      );
    } finally {
      await browser.close();
      await bare.stop();
      await server.end('SIGTERM');
    }
  });
  return {
    name: 'first-row',
    title: 'The first row of the records on a slow phone',
    setting: [
      `From opening /app/button_data/5 as somebody who is signed in until the first of 20 rows is painted, in Chromium with ${SLOW.latency} ms for each round trip, 1.6 Mbit/s down, 0.75 up, and the processor slowed ${SLOW.cpu} times; medians of ${ROUNDS} turns.`,
      'Cold: nothing is cached. Warm: the second visit of the same person.',
      'Beside it a page of React and a table alone, built with the same tools: no router, menu, session or styles, and its rows are a file.',
    ],
    figures,
  };
}

type Times = { cold: number; warm: number };

/** A new person's first and second visit. */
async function times(browser: Browser, url: string, before: string): Promise<Times> {
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

async function inTurns(ours: () => Promise<Times>, bare: () => Promise<Times>): Promise<Figure[]> {
  const measured: { ours: Times; bare: Times }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.push({ ours: await ours(), bare: await bare() });
  }
  return (['cold', 'warm'] as const).map((when) => {
    const ms = median(measured.map((round) => round.ours[when]));
    const besides = median(measured.map((round) => round.bare[when]));
    return {
      what: when,
      ours: `${(ms / 1000).toFixed(2)} s`,
      beside: `${(besides / 1000).toFixed(2)} s`,
      ratio: ms / besides,
      wanted: when === 'cold' ? { text: 'at most 2.3 s', reached: ms <= COLD_MS } : null,
    };
  });
}

/** A subscriber with some presses, and their session. */
async function fill(db: Db) {
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

/** Sends what is in `page`, as fast as can be. */
async function serve(page: BarePage): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const found = page[request.url ?? '/'];
    if (!found) return void response.writeHead(404).end();
    const caching = request.url?.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
    response
      .writeHead(200, { 'content-type': found.type, 'content-encoding': 'gzip', 'cache-control': caching })
      .end(found.body);
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
