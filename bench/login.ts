import { buildFormPage } from './support/baseline/baseline-page.ts';
import type { Section } from './support/report.ts';
import {
  atMostTimes,
  compareVisits,
  measureVisits,
  paintedScript,
  SLOW_TEXT,
} from './support/browser/slow-visits.ts';

/** Of the cold visit, to a page with only a form. */
const MAX_RATIO = 1.4;
const FORM = paintedScript('form input[type=password]');

/** The time until the login form is painted, on a slow phone with a slow network. */
export async function login(): Promise<Section> {
  const figures = await compareVisits('login', async ({ url, folder }) => ({
    baselinePage: await buildFormPage(folder),
    ours: (browser) => measureVisits(browser, `${url}/app/login`, FORM),
    baseline: (browser, page) => measureVisits(browser, page, FORM),
    target: atMostTimes(MAX_RATIO),
  }));
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
