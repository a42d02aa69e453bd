import { startServerProcess } from '@callpoint/server/testing/server-process';
import { buildTablePage } from './support/baseline-page.ts';
import { withBenchDatabases } from './support/bench-databases.ts';
import { startBrowser } from './support/browser.ts';
import type { Section } from './support/report.ts';
import {
  measureInRounds,
  measureVisits,
  paintedScript,
  servePage,
  SLOW,
  SLOW_TEXT,
} from './support/slow-visits.ts';

/** Of the first visit, in milliseconds. */
const LONGEST = 2_000;
const ROWS = JSON.stringify({
  items: Array.from({ length: 20 }, (_, id) => ({ id, app_user: { name: 'Ana Flores' } })),
});
const INSTALLED = 'navigator.serviceWorker.ready.then(() => 1)';

/** The time until the phone app can be used for the first time, and from its icon. */
export async function phoneStart(): Promise<Section> {
  const figures = await withBenchDatabases('sqlite', async (databases) => {
    const { location } = await databases.create('phone-start');
    const server = await startServerProcess(location, { variables: { AVATAR_SERVICE_URL: 'none' } });
    const baseline = await servePage(await buildTablePage(databases.folder, ROWS));
    const browser = await startBrowser(databases.folder, SLOW);
    try {
      return await measureInRounds(
        () => measureVisits(browser, `${server.url}/phone/`, paintedScript('footer a'), INSTALLED),
        () => measureVisits(browser, `${baseline.url}/`, paintedScript('tbody td')),
        (ms) => ({ text: `at most ${LONGEST / 1000} s`, isMet: ms <= LONGEST }),
      );
    } finally {
      await browser.close();
      await baseline.stop();
      await server.end('SIGTERM');
    }
  });
  return {
    name: 'phone-start',
    title: 'The start of the phone app on a slow phone',
    description: [
      `From opening /phone/ until the sign-in and the call to the emergency services are painted, ${SLOW_TEXT}.`,
      'Cold: nothing is cached. Warm: the app is installed, so that its service worker has all files.',
      'The baseline is a page with only React and a table of 20 rows, built with the same tools.',
    ],
    figures,
  };
}
