import type { Page } from '@playwright/test';
import { readScreens } from '@callpoint/scripts/budget/screens.ts';
import type { TestSmtpServer } from '@callpoint/server/testing/providers/smtp';
import { expectAccessible } from './axe.ts';
import { logInAdmin, signIn, type TestAccount } from './people.ts';
import { buildSamplePath } from './sample-paths.ts';
import type { Server } from './server.ts';
import { expect, test } from './test.ts';
import type { BrowserMonitor } from './browser-monitor.ts';

/** Opens one page of the console in each state worth checking, and checks it. */
export type Visit = (at: {
  page: Page;
  server: Server;
  team: TestAccount;
  smtp: TestSmtpServer;
  monitor: BrowserMonitor;
}) => Promise<void>;

/** Pages that share a subscriber and are checked one after the other. */
const PAGES_PER_TEST = 5;
const TIMEOUT_MS = 150_000;

const VIEWERS = { nobody: 'visitors', team: 'subscribers', admin: 'administrators' } as const;

/**
 * Defines tests that visit all pages of a role. `visits` has the pages with states of their own, by their paths in the
 * list of screens. The others are opened with a sample row and checked with axe.
 * @param repeated further pages that show the same parts as those of `visits`: visited in `npm run nightly`
 */
export function tourPages(
  who: 'nobody' | 'team' | 'admin',
  visits: Readonly<Record<string, Visit>>,
  repeated: Readonly<Record<string, Visit>> = {},
): void {
  const paths = [...Object.keys(visits), ...Object.keys(repeated)];

  test(`Every page of ${VIEWERS[who]} is visited`, async ({ page, server, team }) => {
    const screens = (await readScreens()).filter((screen) => screen.who === who).map(({ path }) => path);
    expect(paths.filter((path) => !screens.includes(path))).toEqual([]);
    const others = screens.filter((path) => !paths.includes(path));
    if (who === 'nobody') expect(others).toEqual([]);
    if (others.length === 0) return;
    test.setTimeout(TIMEOUT_MS);
    const admin = await logInAdmin(server);
    await signIn(page.context(), server, who === 'team' ? team : admin);
    for (const path of others) {
      await test.step(path, async () => {
        await page.goto(`/app/${await buildSamplePath(path, { team, admin }, server.url)}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectAccessible(page);
      });
    }
  });

  tourPart(who, visits, '');
  tourPart(who, repeated, ' @nightly');
}

/** Defines the tests of a few pages each; `tag` is at the end of their titles. */
function tourPart(
  who: 'nobody' | 'team' | 'admin',
  visits: Readonly<Record<string, Visit>>,
  tag: '' | ' @nightly',
): void {
  const paths = Object.keys(visits);
  for (let from = 0; from < paths.length; from += PAGES_PER_TEST) {
    const part = paths.slice(from, from + PAGES_PER_TEST);
    test(`The pages of ${VIEWERS[who]} pass their checks: ${part.join(', ')}${tag}`, async ({
      page,
      server,
      team,
      smtp,
      monitor,
    }) => {
      test.setTimeout(TIMEOUT_MS);
      if (who !== 'nobody')
        await signIn(page.context(), server, who === 'team' ? team : await logInAdmin(server));
      const at = { page, server, team, smtp, monitor };
      for (const path of part) await test.step(path, () => visits[path]?.(at));
    });
  }
}
