import type { Page } from '@playwright/test';
import { readScreens } from '@callpoint/scripts/budget/screens.ts';
import type { TestSmtpServer } from '@callpoint/server/testing/smtp';
import { logInAdmin, signIn, type Account } from './people.ts';
import type { Server } from './server.ts';
import { expect, test } from './test.ts';
import type { BrowserMonitor } from './browser-monitor.ts';

/** Opens one page of the console in each state worth checking, and checks it. */
export type Visit = (at: {
  page: Page;
  server: Server;
  team: Account;
  smtp: TestSmtpServer;
  monitor: BrowserMonitor;
}) => Promise<void>;

/** Pages that share a subscriber and are checked one after the other. */
const PAGES_PER_TEST = 5;
const TIMEOUT_MS = 150_000;

const VIEWERS = { nobody: 'visitors', team: 'subscribers', admin: 'administrators' } as const;

/** Defines tests that visit all pages of a role, by their paths in the routes file, and one that no path is missing. */
export function tourPages(who: 'nobody' | 'team' | 'admin', visits: Readonly<Record<string, Visit>>): void {
  const paths = Object.keys(visits);

  test(`Every page of ${VIEWERS[who]} has a visit`, async () => {
    const screens = (await readScreens()).filter((screen) => screen.who === who);
    expect(paths.toSorted()).toEqual(screens.map(({ path }) => path).toSorted());
  });

  for (let from = 0; from < paths.length; from += PAGES_PER_TEST) {
    const part = paths.slice(from, from + PAGES_PER_TEST);
    test(`The pages of ${VIEWERS[who]} pass their checks: ${part.join(', ')}`, async ({
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
