import { expect, test as base, type Page } from '@playwright/test';
import { startSmtpServer, type TestSmtpServer } from '@callpoint/server/testing/smtp';
import { admin, newTeam, signedIn, type Account } from './people.ts';
import { startServer, type Server, type ServerOptions } from './server.ts';
import { Watch } from './browser-monitor.ts';

type WorkerFixtures = {
  smtp: TestSmtpServer;
  /** A server with e-mail, shared by the journeys of a worker; each brings its own people. */
  sharedServer: Server;
};

type TestFixtures = {
  /** What the server is like; a journey with a server of its own says so with `test.use`. */
  serverOptions: Partial<ServerOptions> | null;
  server: Server;
  watch: Watch;
  /** A new subscriber. */
  team: Account;
  /** The page of somebody who is signed in as `team`. */
  teamPage: Page;
  /** The page of the server's administrator. */
  adminPage: Page;
};

/** Every journey: a real server, a browser that is watched, a real mail server. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const smtp = await startSmtpServer();
      await use(smtp);
      await smtp.close();
    },
    { scope: 'worker' },
  ],

  sharedServer: [
    async ({ smtp }, use) => {
      const server = await startServer({ smtpUrl: smtp.url });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  serverOptions: [null, { option: true }],

  server: async ({ serverOptions, sharedServer, smtp }, use, info) => {
    const own = serverOptions ? await startServer({ smtpUrl: smtp.url, ...serverOptions }) : null;
    const server = own ?? sharedServer;
    const [before, complained] = [server.output.length, server.complaints.length];
    await use(server);
    await own?.stop();
    const complaints = server.complaints.slice(complained);
    if (info.status !== info.expectedStatus || complaints.length > 0) {
      await info.attach('server', {
        body: server.output.slice(before).join('\n'),
        contentType: 'text/plain',
      });
    }
    expect(complaints, 'what the server complained of').toEqual([]);
  },

  baseURL: async ({ server }, use) => use(server.url),

  watch: [
    async ({ context, server }, use) => {
      const watch = new Watch();
      await watch.follow(context, server.url);
      await use(watch);
      expect(watch.faults(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],

  team: async ({ server }, use) => use(await newTeam(server)),

  adminPage: async ({ page, server }, use) => {
    await signedIn(page.context(), server, await admin(server));
    await use(page);
  },

  teamPage: async ({ page, server, team }, use) => {
    await signedIn(page.context(), server, team);
    await use(page);
  },
});

export { expect };
