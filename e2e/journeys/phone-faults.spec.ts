import { seeded } from '@callpoint/server/testing/seeded';
import { TEST_LENGTH } from '@callpoint/server/testing/test-length';
import { startFaultyNetwork } from '../support/faulty-network.ts';
import { createAppUser, createTeam } from '../support/people.ts';
import { newPhoneContext, PhoneApp, SITE } from '../support/phone-app.ts';
import { startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** The number of presses, with the same schedule in each run; `npm run nightly` makes 200. */
const PRESSES = Number(process.env['PHONE_PRESSES'] ?? (TEST_LENGTH === 'short' ? 8 : 30));
const SEED = 20_261_122;
const BUTTONS = [
  'OSHA On-Site',
  'Report an Incident/Accident',
  'Report a Safety Complaint',
  'Lone Worker Emergency',
];

const FAULTS = [
  ...Array.from({ length: 6 }, () => 'works' as const),
  ...(['refused', 'refused', 'slow', 'slow', 'cut', 'cut', 'offline', 'offline', 'kill'] as const),
];

/** What the screen of a press said, as often as it changed. */
type Shown = { clientId: string; state: 'sending' | 'received' | 'not sent'; at: number };

test('Presses under a random schedule of faults are each received once, and the screen never claims more', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  // A server of its own, which is killed, and its own browser events: every request may fail here.
  let server = await startServer({ database: 'postgres', smtpUrl: null });
  const first = server;
  const network = await startFaultyNetwork(server.url);
  const context = await newPhoneContext(browser);
  try {
    const team = await createTeam(server);
    const ana = await createAppUser(server, team);
    const phone = new PhoneApp(await context.newPage(), network.url);
    const shown: Shown[] = [];
    await context.exposeBinding('recordShown', (_source, entry: Shown) => shown.push(entry));
    await context.addInitScript(RECORD_STATES);
    await phone.open();
    await phone.logIn(ana);
    await phone.waitForWorker();
    await phone.open('/menu');
    await phone.page.getByLabel('Press and confirm').check();

    const random = seeded(SEED);
    const pick = <Of>(choices: readonly Of[]) => choices[Math.floor(random() * choices.length)] as Of;
    const pressed: string[] = [];
    /** The presses whose network worked. */
    const worked: string[] = [];
    for (let press = 0; press < PRESSES; press += 1) {
      const fault = pick(FAULTS);
      if (fault === 'offline') await context.setOffline(true);
      else if (fault === 'kill') {
        // In the middle of what it is doing; another process continues on the same database.
        const next = await server.startAnother();
        server.kill();
        server = next;
        network.leadTo(server.url);
      } else network.behave(fault);
      // The browser's location keeps its time: after a minute, each press would wait 3 s for a newer one.
      await context.setGeolocation(SITE);
      await phone.open('/');
      await phone.confirm(pick(BUTTONS));
      const clientId = new URL(phone.page.url()).hash.replace('#/sent/', '');
      pressed.push(clientId);
      await expect(phone.page.getByText(/^(Sending…|Received|NOT SENT)$/)).toBeVisible();
      if (fault === 'works') {
        worked.push(clientId);
        await expect(phone.received).toBeVisible({ timeout: 60_000 });
      }
      if (random() < 0.25) await phone.page.reload();
      await context.setOffline(false);
      network.behave('works');
    }
    const readRows = () =>
      first.withDatabase((db) => db.selectFrom('button_click').select(['client_id', 'created_at']).execute());
    await expect
      .poll(async () => (await readRows()).length, { timeout: 120_000 })
      .toBeGreaterThanOrEqual(PRESSES);
    await phone.open('/history');
    await expect(phone.page.getByRole('listitem').first()).toBeVisible();
    await expect(phone.page.getByText('Not sent', { exact: true })).toHaveCount(0, { timeout: 60_000 });
    const rows = await readRows();
    expect(rows.map(({ client_id }) => client_id).toSorted()).toEqual(pressed.toSorted());
    expect(new Set(pressed).size).toBe(PRESSES);
    // The screen said "received" only of presses that the server has, and nothing else after it.
    const storedAt = new Map(rows.map(({ client_id, created_at }) => [client_id, Date.parse(created_at)]));
    for (const [clientId, states] of Map.groupBy(shown, (entry) => entry.clientId)) {
      const received = states.findIndex(({ state }) => state === 'received');
      if (received === -1) continue;
      // The phone, the server and the test have the same clock.
      expect(storedAt.get(clientId)).toBeLessThanOrEqual(states[received]?.at ?? 0);
      expect(states.slice(received).map(({ state }) => state)).not.toContain('not sent');
      expect(states.slice(received).map(({ state }) => state)).not.toContain('sending');
    }
    // Of other presses it depends on the time whether the screen still shows them when the response arrives.
    const shownAs = (wanted: Shown['state']) =>
      new Set(shown.filter(({ state }) => state === wanted).map(({ clientId }) => clientId));
    expect(worked.length).toBeGreaterThan(0);
    expect([...shownAs('received')]).toEqual(expect.arrayContaining(worked));
    expect(shownAs('not sent').size).toBeGreaterThan(PRESSES / 20);
  } finally {
    await context.close();
    await network.close();
    if (server !== first) await server.stop();
    await first.stop();
  }
});

/** Runs in each page before its scripts: reports the state of the shown press whenever it changes. */
const RECORD_STATES = `
  let last = '';
  const observe = () => {
    const clientId = /^#\\/sent\\/(.+)/.exec(location.hash)?.[1];
    const text = document.querySelector('main')?.textContent ?? '';
    const state = text.includes('NOT SENT') ? 'not sent'
      : text.startsWith('Sending') ? 'sending'
      : text.startsWith('Received') ? 'received' : null;
    if (!clientId || !state || last === clientId + state) return;
    last = clientId + state;
    recordShown({ clientId, state, at: Date.now() });
  };
  new MutationObserver(observe).observe(document, { childList: true, subtree: true, characterData: true });
`;
