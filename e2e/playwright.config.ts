import { TEST_LENGTH } from '@callpoint/server/testing/test-length';
import { defineConfig, devices } from '@playwright/test';

/** Journeys with this tag run in `npm run nightly`, and when they are named; see docs/decisions/0322. */
const NIGHTLY = /@nightly/;

/** Features that Playwright disables; repeated here because Chromium only reads the last `--disable-features`. */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
];
/** Pages of the browser's own address bar. Rendering them for each hidden window takes a fifth of a journey's time. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** A process that Chromium keeps ready for a second site. A journey visits one; without it, journeys take a tenth less CPU time. */
const SPARE_PROCESS = 'SpareRendererForSitePerProcess';

/** The journeys in a real Chromium. They need a built console and a PostgreSQL server, which `npm test -- e2e` prepares. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  // A small machine has two cores, which a browser, a server and a test share; with two workers they idle a fifth of the time.
  workers: 3,
  // A test that passes only when repeated is a failure.
  retries: 0,
  forbidOnly: true,
  ...(TEST_LENGTH === 'short' ? { grepInvert: NIGHTLY } : {}),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    // In a run of selected journeys, a failure has its steps, its calls and the page's DOM at each step. In a run of all, it has
    // the error, the text of the page and a screenshot: recording the rest of each journey takes up to a tenth of the time.
    trace: {
      mode: process.env['JOURNEY_TRACES'] === 'yes' ? 'retain-on-failure' : 'off',
      screenshots: false,
      snapshots: true,
    },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        // Chromium's sandbox does not run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--disable-site-isolation-trials',
        '--process-per-site',
        `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR, SPARE_PROCESS].join(',')}`,
      ],
    },
  },
});
