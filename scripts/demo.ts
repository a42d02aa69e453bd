import type { Role } from '@callpoint/contract/permissions';
import { DEMO_LOGINS } from '@callpoint/server/demo/logins';
import { demoEnvironment, prepareDemo } from '@callpoint/server/demo/prepare-demo';
import { terminalReporter } from '@callpoint/server/lifecycle-reports';
import { serve } from '@callpoint/server/serve';
import { startServer } from '@callpoint/server/server';
import { toString } from 'qrcode';
import { secondsSince } from './setup/progress.mjs';

const FRESH_COMMAND = 'npm run demo -- --fresh';
const SIGN_IN_AS: Record<Role, string> = { admin: 'Admin', team: 'Subscriber', app_user: 'App user (phone)' };

const args = process.argv.slice(2);
if (args.some((argument) => argument !== '--fresh')) {
  console.error(`usage: npm run demo, or ${FRESH_COMMAND} to create its data again`);
  process.exit(2);
}

await serve(async () => {
  const environment = demoEnvironment(process.env);
  const startedAt = performance.now();
  const { isNew, at } = await prepareDemo(environment, {
    fresh: args.includes('--fresh'),
    now: new Date(),
    onProgress: showProgress(),
  });
  console.log(
    isNew
      ? `Demo data: created in ${secondsSince(startedAt)}\n`
      : `Demo data: of ${at.toLocaleString()}, reused. To create it again: ${FRESH_COMMAND}\n`,
  );
  const server = await startServer(environment);
  const phone = `${environment.publicUrl ?? server.url}/phone/`;
  return { ...server, greeting: [...server.greeting, '', ...logins(), '', ...(await phoneLines(phone))] };
}, terminalReporter());

/** Prints a line every two seconds: often enough to show progress, and few enough to read. */
function showProgress() {
  let shown = -Infinity;
  return (done: number, total: number) => {
    if (performance.now() - shown < 2000) return;
    shown = performance.now();
    console.log(`Creating the demo data: ${done} of ${total} submissions ...`);
  };
}

/** The phone app's address, and a QR code of it. */
async function phoneLines(address: string): Promise<string[]> {
  const code = await toString(address, { type: 'terminal', small: true, errorCorrectionLevel: 'L' });
  return [
    `The phone app: ${address}`,
    code.trimEnd(),
    'A phone must reach this address by HTTPS: set PUBLIC_URL to the address of your proxy. On this machine, a browser is enough.',
  ];
}

function logins(): string[] {
  return [
    'Log in with',
    ...DEMO_LOGINS.map(
      ({ role, email, password }) => `  ${SIGN_IN_AS[role].padEnd(17)} ${email.padEnd(32)} ${password}`,
    ),
    'The other accounts of the demo have the same password.',
  ];
}
