import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { runCall } from '@callpoint/server/testing/providers/voice-calls';
import { startTwilio, type TestTwilio } from '@callpoint/server/testing/providers/twilio';
import { waitForAttempts } from '../support/attempts.ts';
import { createPhone } from '../support/records.ts';
import type { Server } from '../support/server.ts';
import { expect, test as base } from '../support/test.ts';

/** The escalation calls people, who acknowledge with a key. */

/** The provider must know the address of the server before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const test = base.extend<{ twilio: TestTwilio }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  twilio: async ({}, use) => {
    const twilio = await startTwilio();
    await use(twilio);
    await twilio.close();
  },
  serverOptions: async ({ twilio }, use) => {
    const PORT = String(await freePort());
    await use({ variables: { ...twilio.variables, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` } });
  },
});

/** The wait for the next step of the newest incident is over. */
async function endWait(server: Server): Promise<void> {
  await server.withDatabase((db) =>
    db
      .updateTable('incident')
      .set({ next_run_at: new Date().toISOString() })
      .where('state', '=', 'open')
      .execute(),
  );
}

test('If no one answers, the safety team is called; a mailbox is no answer, and a key acknowledges', async ({
  teamPage: page,
  server,
  team,
  twilio,
}) => {
  await (await createPhone(server, team)).press(5);
  await page.goto('/app/incidents');
  await page.getByRole('link', { name: /^Ana Flores, open incident/ }).click();
  await expect(page.getByText('No one has acknowledged it', { exact: true })).toBeVisible();
  await endWait(server);
  const [call] = await twilio.waitForCalls(1);
  if (!call) throw new Error('there is no call');
  // What the provider reports earlier comes before the response to the call.
  await waitForAttempts(server, team);
  const notified = page.getByRole('region', { name: 'Who was notified', exact: true }).first();
  await expect(notified).toContainText('Voice');
  const { statuses } = await runCall(twilio, call, { answeredBy: 'machine_start' });
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect(notified).toContainText('A mailbox or a fax picked up the call.');
  await expect(page.getByText('No one has acknowledged it', { exact: true })).toBeVisible();

  const { spoken } = await runCall(twilio, call, { answeredBy: 'human', keys: ['1'] });
  expect(spoken[0]).toContain('Lone Worker Emergency. Ana Flores pressed the button');
  expect(spoken.at(-1)).toContain('You have it.');
  const band = page.getByRole('region', { name: 'Acknowledged', exact: true });
  await expect(band.getByText(/^Tess Miller has it/)).toBeVisible();
  await expect(page.getByText('No further step starts.').first()).toBeVisible();
});
