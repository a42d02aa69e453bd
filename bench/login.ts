import { startServerProcess } from '@callpoint/server/testing/server-process';
import { buildFormPage } from './support/baseline-page.ts';
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

/** Of the cold visit, to a page with only a form. */
const MAX_RATIO = 1.4;
const FORM = paintedScript('form input[type=password]');

/** The time until the login form is painted, on a slow phone with a slow network. */
export async function login(): Promise<Section> {
  const figures = await withBenchDatabases('sqlite', async (databases) => {
    const { location } = await databases.create('login');
    const server = await startServerProcess(location, { variables: { AVATAR_SERVICE_URL: 'none' } });
    const baseline = await servePage(await buildFormPage(databases.folder));
    const browser = await startBrowser(databases.folder, SLOW);
    try {
      return await measureInRounds(
        () => measureVisits(browser, `${server.url}/app/login`, FORM),
        () => measureVisits(browser, `${baseline.url}/`, FORM),
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
    name: 'login',
    title: 'The login form on a slow phone',
    description: [
      `From opening /app/login until the form is painted, ${SLOW_TEXT}.`,
      'Cold: nothing is cached. Warm: the second visit.',
      'The baseline is a page with only React and a form, built with the same tools: no router, no styles.',
    ],
    figures,
  };
}
