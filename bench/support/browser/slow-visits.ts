import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '@callpoint/server/db/tables';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import type { BaselinePage } from '../baseline/baseline-page.ts';
import { withBenchDatabases } from '../bench-databases.ts';
import { startBrowser, type Browser, type Slowness } from './browser.ts';
import type { Figure } from '../report.ts';
import { median } from '../statistics.ts';

/** Visits on a slow phone with a slow network, compared with a page that has only React and a table. */

const ROUNDS = 9;
/** Chromium's "Slow 4G", and a processor with a quarter of this machine's speed. */
const SLOW: Slowness = {
  latency: 150,
  download: (1.6 * 1_000_000) / 8,
  upload: (0.75 * 1_000_000) / 8,
  cpu: 4,
};

export const SLOW_TEXT = `in Chromium with ${SLOW.latency} ms for each round trip, 1.6 Mbit/s down, 0.75 up, and the processor slowed ${SLOW.cpu} times; medians of ${ROUNDS} rounds`;

/** Resolves to the milliseconds from the start of the visit until an element is painted. */
export function paintedScript(selector: string): string {
  return `
  window.painted = new Promise((resolve) => {
    const check = () => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (element && element.getBoundingClientRect().height > 0) {
        requestAnimationFrame(() => resolve(performance.now()));
      } else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });`;
}

export type Times = { cold: number; warm: number };

/**
 * The first and second visit of a new user.
 * @param before runs in each page before its own code
 * @param ready an expression to await between the visits
 */
export async function measureVisits(
  browser: Browser,
  url: string,
  before: string,
  ready = '1',
): Promise<Times> {
  const window = await browser.newWindow();
  try {
    await window.beforeEachPage(before);
    const cold = await window.visit<number>(url, 'window.painted');
    await window.visit(ready === '1' ? 'about:blank' : url, ready);
    await window.visit('about:blank', '1');
    const warm = await window.visit<number>(url, 'window.painted');
    return { cold, warm };
  } finally {
    await window.close();
  }
}

/** What a comparison of visits needs: the server with its database, and a folder for the baseline's page. */
export type VisitedServer = { db: Db; url: string; folder: string };
/** The visits of the server's page and of the baseline's. */
export type Visits = {
  baselinePage: BaselinePage;
  ours: (browser: Browser) => Promise<Times>;
  baseline: (browser: Browser, url: string) => Promise<Times>;
  target: VisitTarget;
};

/** Starts a server with an empty database, and compares the visits that `prepare` describes. */
export async function compareVisits(
  name: string,
  prepare: (server: VisitedServer) => Promise<Visits>,
): Promise<Figure[]> {
  return await withBenchDatabases('sqlite', async ({ create, folder }) => {
    const { db, location } = await create(name);
    const server = await startServerProcess(location, { variables: { AVATAR_SERVICE_URL: 'none' } });
    const visits = await prepare({ db, url: server.url, folder });
    const baseline = await servePage(visits.baselinePage);
    const browser = await startBrowser(folder, SLOW);
    try {
      return await measureInRounds(
        () => visits.ours(browser),
        () => visits.baseline(browser, `${baseline.url}/`),
        visits.target,
      );
    } finally {
      await browser.close();
      await baseline.stop();
      await server.end('SIGTERM');
    }
  });
}

/** The target of a page that may take a multiple of the time of the baseline's. */
export const atMostTimes =
  (most: number): VisitTarget =>
  (ms, baselineMs) => ({ text: `at most ${most} times the baseline`, isMet: ms <= most * baselineMs });

export type VisitTarget = (ours: number, baseline: number) => Figure['target'];

/** Measures both in turns. `target`: of the cold visit, in milliseconds. */
async function measureInRounds(
  ours: () => Promise<Times>,
  baseline: () => Promise<Times>,
  target: VisitTarget,
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
      target: when === 'cold' ? target(ms, baselineMs) : null,
    };
  });
}

/** Serves the files of `page` from memory. */
export async function servePage(page: BaselinePage): Promise<{ url: string; stop(): Promise<void> }> {
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
