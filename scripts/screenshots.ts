import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startSmtpServer, type TestSmtpServer } from '@callpoint/server/testing/providers/smtp';
import { startTwilio, type TestTwilio } from '@callpoint/server/testing/providers/twilio';
import { readScreens } from './budget/screens.ts';
import { ensureChromium } from './machine/chromium.ts';
import { pinnedNode, root, toolEnvironment } from './setup/paths.mjs';
import { runFile } from './setup/run.mjs';
import { runMain, step } from './setup/progress.mjs';

/** Starts the product with its own demo data, on a free port. Its messages go to providers of this process. */
async function startDemo(folder: string, { smtp, twilio }: { smtp: TestSmtpServer; twilio: TestTwilio }) {
  const child = spawn(pinnedNode, ['scripts/demo.ts'], {
    cwd: root,
    // Prevents requests to other machines.
    env: {
      ...toolEnvironment(),
      PORT: '0',
      DATA_DIR: folder,
      AVATAR_SERVICE_URL: 'none',
      LOG_LEVEL: 'warn',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'alerts@callpoint.example',
      ...twilio.variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /Open (http:\S+)\/app\//.exec(line)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error('the demo did not start')));
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

await runMain(async () => {
  const chromium = await ensureChromium();
  const folder = mkdtempSync(join(tmpdir(), 'callpoint-screenshots-'));
  const providers = { smtp: await startSmtpServer(), twilio: await startTwilio() };
  const demo = await step('Starting the demo', () => startDemo(folder, providers));
  try {
    const screens = await readScreens();
    return await runFile('e2e/screenshots.ts', process.argv.slice(2), {
      CHROMIUM_PATH: chromium,
      SERVER_URL: demo.url,
      SCREENS: JSON.stringify(screens),
    });
  } finally {
    await demo.stop();
    await Promise.all([providers.smtp.close(), providers.twilio.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});
