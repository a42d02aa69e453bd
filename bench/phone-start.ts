import { buildTablePage } from './support/baseline/baseline-page.ts';
import type { Section } from './support/report.ts';
import { compareVisits, measureVisits, paintedScript, SLOW_TEXT } from './support/browser/slow-visits.ts';

/** Of the first visit, in milliseconds. */
const LONGEST = 2_000;
const ROWS = JSON.stringify({
  items: Array.from({ length: 20 }, (_, id) => ({ id, app_user: { name: 'Ana Flores' } })),
});
const INSTALLED = 'navigator.serviceWorker.ready.then(() => 1)';

/** The time until the phone app can be used for the first time, and from its icon. */
export async function phoneStart(): Promise<Section> {
  const figures = await compareVisits('phone-start', async ({ url, folder }) => ({
    baselinePage: await buildTablePage(folder, ROWS),
    ours: (browser) => measureVisits(browser, `${url}/phone/`, paintedScript('footer a'), INSTALLED),
    baseline: (browser, page) => measureVisits(browser, page, paintedScript('tbody td')),
    target: (ms) => ({ text: `at most ${LONGEST / 1000} s`, isMet: ms <= LONGEST }),
  }));
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
