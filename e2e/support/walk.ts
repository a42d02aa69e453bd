import type { Page } from '@playwright/test';
import { readScreens } from '@callpoint/scripts/budget/screens.ts';
import type { TestSmtpServer } from '@callpoint/server/testing/smtp';
import { admin, signedIn, type Account } from './people.ts';
import type { Server } from './server.ts';
import { expect, test } from './test.ts';
import type { Watch } from './watch.ts';

/** Brings one page of the console into the states that are worth a look, and looks at each. */
export type Visit = (at: {
  page: Page;
  server: Server;
  team: Account;
  smtp: TestSmtpServer;
  watch: Watch;
}) => Promise<void>;

/** So many pages one after the other share a subscriber. */
const PAGES_A_JOURNEY = 5;
const LONGEST = 150_000;

/** Journeys over all pages that somebody sees, by their paths in the list of screens; one that is left out fails. */
export function walk(who: 'nobody' | 'team' | 'admin', visits: Readonly<Record<string, Visit>>): void {
  const paths = Object.keys(visits);

  test(`No page of ${who} is left out`, async () => {
    const screens = (await readScreens()).filter((screen) => screen.who === who);
    expect(paths.toSorted()).toEqual(screens.map(({ path }) => path).toSorted());
  });

  for (let from = 0; from < paths.length; from += PAGES_A_JOURNEY) {
    const part = paths.slice(from, from + PAGES_A_JOURNEY);
    test(part.join(', '), async ({ page, server, team, smtp, watch }) => {
      test.setTimeout(LONGEST);
      if (who !== 'nobody')
        await signedIn(page.context(), server, who === 'team' ? team : await admin(server));
      const at = { page, server, team, smtp, watch };
      for (const path of part) await test.step(path, () => visits[path]?.(at));
    });
  }
}
