import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { withBenchDatabases } from './support/bench-databases.ts';
import { startBrowser } from './support/browser/browser.ts';
import {
  BARE_PAGE,
  barePressScript,
  LOCATION,
  pressScript,
  type PressTimes,
  READY,
  rowsScript,
  storeSession,
} from './support/browser/phone-pages.ts';
import type { Figure, Section } from './support/report.ts';
import { servePage } from './support/browser/slow-visits.ts';
import { median } from './support/statistics.ts';

const PRESSES = 20;
/** How long the app's button is held, in milliseconds; see use-hold.ts of the phone app. */
const HOLD_TIME = 1_500;
/** The longest times in milliseconds. */
const LONGEST = { sent: 100, row: 1_000 } as const;
const NETWORK = { latency: 0, download: -1, upload: -1 } as const;
const SLOW_CPU = 4;

/** The time from the end of the gesture until the press is sent, and until it is visible in an open console. */
export async function phonePress(): Promise<Section> {
  const figures = await withBenchDatabases('sqlite', async (databases) => {
    const { db, location } = await databases.create('phone-press');
    const people = await createPeople(db);
    const server = await startServerProcess(location, { variables: { AVATAR_SERVICE_URL: 'none' } });
    const bare = await servePage({
      '/': { type: 'text/html', body: gzipSync(BARE_PAGE) },
      '/press': { type: 'text/plain', body: gzipSync('received') },
    });
    const console = await startBrowser(join(databases.folder, 'console'), { ...NETWORK, cpu: 1 });
    try {
      const results: Figure[] = [];
      for (const cpu of [1, SLOW_CPU]) {
        const phone = await startBrowser(join(databases.folder, `phone-${cpu}`), { ...NETWORK, cpu });
        try {
          const measured = await measure({ phone, console, people, url: server.url, bareUrl: bare.url });
          results.push(...figuresOf(measured, cpu === 1 ? 'full speed' : `processor slowed ${cpu} times`));
        } finally {
          await phone.close();
        }
      }
      return results;
    } finally {
      await console.close();
      await bare.stop();
      await server.end('SIGTERM');
    }
  });
  return {
    name: 'phone-press',
    title: 'From the press on the phone to the console',
    description: [
      `${PRESSES} presses in Chromium: the button is held, the location is known, and the browser has stopped the service worker, as it does after half a minute.`,
      'Sent: from the moment when the ring is full until the browser starts the request. The baseline is a page with one button, from `pointerup` until the browser starts its request.',
      'Row: from the same moment until the row is in the list of records that is open in a second browser at full speed, where “Show new” is clicked as soon as it appears. The server is on the same machine.',
    ],
    figures,
  };
}

/** A phone's and a console's session. */
async function createPeople(db: Db) {
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  const { id, email, first_name, last_name, account_name } = team;
  return {
    phone: { token: await buildSession(db, 'app_user', user.id), user, hasUsedLink: false },
    console: {
      token: await buildSession(db, 'team', id),
      user: { id, email, first_name, last_name, account_name, role: 'team' },
    },
  };
}

type Setup = {
  phone: Awaited<ReturnType<typeof startBrowser>>;
  console: Awaited<ReturnType<typeof startBrowser>>;
  people: Awaited<ReturnType<typeof createPeople>>;
  url: string;
  bareUrl: string;
};

type Measured = { presses: PressTimes[]; rows: number[]; bare: PressTimes[] };

async function measure({ phone, console, people, url, bareUrl }: Setup): Promise<Measured> {
  const app = await phone.newWindow();
  await app.beforeEachPage(LOCATION);
  await app.visit(`${url}/phone/`, 'navigator.serviceWorker.ready.then(() => 1)');
  await app.visit('about:blank', '1');
  await app.visit(`${url}/phone/`, storeSession(people.phone));
  await app.visit('about:blank', '1');
  await app.visit(`${url}/phone/`, READY);
  const list = await console.newWindow();
  await list.beforeEachPage(`
    localStorage.setItem('userInfo', ${JSON.stringify(JSON.stringify(people.console.user))});
    localStorage.setItem('userRole', 'team');
    localStorage.setItem('userToken', ${JSON.stringify(people.console.token)});`);
  await list.visit(`${url}/app/button_data/5`, SHOWN);
  const rows = list.evaluate<number[]>(rowsScript(PRESSES));
  const presses: PressTimes[] = [];
  for (let press = 0; press < PRESSES; press += 1) {
    await app.stopServiceWorkers();
    presses.push(await app.evaluate<PressTimes>(pressScript(HOLD_TIME)));
  }
  const measured = { presses, rows: await rows };
  await list.close();
  await app.close();
  const page = await phone.newWindow();
  await page.visit(`${bareUrl}/`, '1');
  const bare = await page.evaluate<PressTimes[]>(barePressScript(PRESSES));
  await page.close();
  return { ...measured, bare };
}

/** The list is shown, and its live connection is open. */
const SHOWN = `(async () => {
  while (!document.querySelector('main h1')) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return 1;
})()`;

function figuresOf({ presses, rows, bare }: Measured, speed: string): Figure[] {
  const delays = (times: PressTimes[]) => times.map(({ held, sent }) => sent - held);
  const [ours, baseline] = [delays(presses), delays(bare)];
  const untilRow = rows.map((at, index) => at - (presses[index]?.held ?? Number.NaN));
  const text = (values: number[]) =>
    `median ${median(values).toFixed(1)} ms, max ${Math.max(...values).toFixed(1)} ms`;
  const target = (values: number[], longest: number) => ({
    text: `at most ${longest} ms`,
    isMet: Math.max(...values) <= longest,
  });
  return [
    {
      label: `sent, ${speed}`,
      ours: text(ours),
      baseline: text(baseline),
      ratio: median(ours) / median(baseline),
      target: target(ours, LONGEST.sent),
    },
    {
      label: `row, ${speed}`,
      ours: text(untilRow),
      baseline: null,
      ratio: null,
      target: target(untilRow, LONGEST.row),
    },
  ];
}
