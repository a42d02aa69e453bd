import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { startSmtpServer, type TestSmtpServer } from '@callpoint/server/testing/providers/smtp';
import {
  createAppUser,
  createTeam,
  logInAdmin,
  signIn,
  type TestAccount,
  type TestAppUser,
} from './people.ts';
import { newPhoneContext, PhoneApp, type PhoneOptions } from './phone-app.ts';
import { startServer, type Server, type ServerOptions } from './server.ts';
import { BrowserMonitor } from './browser-monitor.ts';

type WorkerFixtures = {
  smtp: TestSmtpServer;
  /** A server with email that the journeys of a worker share; each journey creates its own accounts. */
  sharedServer: Server;
};

type TestFixtures = {
  /** The options of a separate server, set with `test.use`; null uses the shared server. */
  serverOptions: Partial<ServerOptions> | null;
  server: Server;
  monitor: BrowserMonitor;
  /** A new subscriber. */
  team: TestAccount;
  /** A page that is signed in as `team`. */
  teamPage: Page;
  /** A page that is signed in as the server's administrator. */
  adminPage: Page;
  /** A new app user of `team`. */
  ana: TestAppUser;
  /** The phone of `ana`: the app is open, and signed in. */
  phone: PhoneApp;
  /** Opens the phone app in another way, signed in if a person is given. */
  openPhone: (person?: TestAppUser | null, options?: PhoneOptions) => Promise<PhoneApp>;
};

/** The test of a journey: a real server, a real mail server, and a browser whose errors fail the test. */
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
      const server = await startServer({ smtpUrl: smtp.url, isFirstStart: true });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  serverOptions: [null, { option: true }],

  server: async ({ serverOptions, sharedServer, smtp }, use, info) => {
    const own = serverOptions ? await startServer({ smtpUrl: smtp.url, ...serverOptions }) : null;
    const server = own ?? sharedServer;
    const [outputBefore, problemsBefore] = [server.output.length, server.problems.length];
    await use(server);
    await own?.stop();
    const problems = server.problems.slice(problemsBefore);
    if (info.status !== info.expectedStatus || problems.length > 0) {
      await info.attach('server', {
        body: server.output.slice(outputBefore).join('\n'),
        contentType: 'text/plain',
      });
    }
    expect(problems, 'warnings and errors of the server').toEqual([]);
  },

  baseURL: async ({ server }, use) => use(server.url),

  monitor: [
    async ({ context, server }, use) => {
      const monitor = new BrowserMonitor();
      await monitor.attach(context, server.url);
      await use(monitor);
      expect(monitor.problems(), 'unexpected events in the browser').toEqual([]);
    },
    { auto: true },
  ],

  team: async ({ server }, use) => use(await createTeam(server)),

  ana: async ({ server, team }, use) => use(await createAppUser(server, team)),

  phone: async ({ ana, openPhone }, use) => use(await openPhone(ana)),

  openPhone: async ({ browser, server, monitor }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person = null, options = {}) => {
      const context = await newPhoneContext(browser, options);
      contexts.push(context);
      await monitor.attach(context, server.url);
      const phone = new PhoneApp(await context.newPage(), server.url);
      await phone.open();
      if (person) await phone.logIn(person);
      return phone;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  adminPage: async ({ page, server }, use) => {
    await signIn(page.context(), server, await logInAdmin(server));
    await use(page);
  },

  teamPage: async ({ page, server, team }, use) => {
    await signIn(page.context(), server, team);
    await use(page);
  },
});

export { expect };
