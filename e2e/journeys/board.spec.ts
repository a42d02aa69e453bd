import { waitForPage } from '../support/page-actions.ts';
import { createTeam, logInAdmin, signIn } from '../support/people.ts';
import { createPhone } from '../support/records.ts';
import { expect, test } from '../support/test.ts';
import { TIME } from '../support/times.ts';
import { expectAccessible } from '../support/axe.ts';

/** The board shows open incidents on a wall display. */

test('The board lists unanswered incidents first, warns without a connection, and continues afterwards', async ({
  teamPage: page,
  server,
  team,
  context,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const ana = await createPhone(server, team);
  const ben = await createPhone(server, team, 'Ben Hale');
  await ana.press(5, { lat: 52.52, lng: 13.405 });
  await page.goto('/app/board');
  await waitForPage(page, 'Board');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows.first().getByRole('timer')).toHaveText(/^\d+ (s|min \d+ s)$/);
  await ben.press(5);
  await expect(rows).toHaveText([/Ana Flores/, /Ben Hale/]);
  await expectAccessible(page);

  await page.getByRole('link', { name: /^Ana Flores, open incident/ }).click();
  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByRole('region', { name: 'Acknowledged' }).getByText(/ has it$/)).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveText([/Ben Hale/, /Ana Flores.*has it/]);

  await server.withDatabase((db) =>
    db
      .updateTable('incident')
      .set({ safe_at: new Date().toISOString() })
      .where('team_id', '=', team.user.id)
      .where('state', '=', 'acknowledged')
      .execute(),
  );
  await page.reload();
  await expect(rows).toHaveText([
    /Ben Hale/,
    new RegExp(String.raw`Ana Flores.*Reported safe at\s${TIME}.*has it`),
  ]);

  await page.getByRole('button', { name: 'Sound is off' }).click();
  await expect(page.getByRole('button', { name: 'Sound is on' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Sound is on' }).click();

  await context.setOffline(true);
  await expect(page.getByText(/^No connection since .* out of date\.$/)).toBeVisible();
  await expect(rows).toHaveCount(2);
  await ana.press(2);
  await context.setOffline(false);
  await expect(page.getByText(/^No connection since/)).toHaveCount(0);
  await expect(rows).toHaveCount(2);
});

test('Of more than 100 open incidents, the board counts all and shows the unacknowledged ones @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  await phone.press(5);
  await server.withDatabase(async (db) => {
    const { id: _, ...incident } = await db
      .selectFrom('incident')
      .selectAll()
      .where('team_id', '=', team.user.id)
      .executeTakeFirstOrThrow();
    const {
      id: _press,
      client_id: _id,
      ...press
    } = await db
      .selectFrom('button_click')
      .selectAll()
      .where('team_id', '=', team.user.id)
      .executeTakeFirstOrThrow();
    for (let number = 0; number < 220; number += 1) {
      const added = await db
        .insertInto('button_click')
        .values({ ...press, client_id: crypto.randomUUID() })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('incident')
        .values({ ...incident, button_click_id: added.id, state: 'acknowledged', next_run_at: null })
        .execute();
    }
  });
  await (await createPhone(server, team, 'Ben Hale')).press(5);
  await page.goto('/app/board');
  await waitForPage(page, 'Board');
  const main = page.getByRole('main');
  await expect(main.getByText('222 open incidents', { exact: true })).toBeVisible();
  await expect(main.getByText('2 not acknowledged', { exact: true })).toBeVisible();
  await expect(main.getByText('Only 198 incidents are shown, unacknowledged incidents first.')).toBeVisible();
  await expect(main.getByRole('listitem').nth(1)).toContainText('Ben Hale');

  const changeAll = (changes: { state: string; closed_at?: string }) =>
    server.withDatabase((db) =>
      db.updateTable('incident').set(changes).where('team_id', '=', team.user.id).execute(),
    );
  await changeAll({ state: 'open' });
  // The one that has waited longest is first, however many are newer.
  await server.withDatabase(async (db) => {
    const oldest = db
      .selectFrom('incident')
      .select('id')
      .where('team_id', '=', team.user.id)
      .orderBy('id')
      .limit(1);
    await db.updateTable('incident').set({ user_name: 'Longest Wait' }).where('id', 'in', oldest).execute();
  });
  await page.reload();
  await expect(main.getByText('200 or more not acknowledged', { exact: true })).toBeVisible();
  await expect(main.getByRole('listitem').first()).toContainText('Longest Wait');
  // The administrator's board of other tests lists only some, too.
  await changeAll({ state: 'closed', closed_at: new Date().toISOString() });
});

test('The display stays on while the board is shown', async ({ teamPage: page }) => {
  // The browser's own locks cannot be counted.
  await page.addInitScript({
    content: `
      window.locks = 0;
      const request = async () => {
        window.locks += 1;
        return { release: async () => { window.locks -= 1; } };
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });`,
  });
  await page.goto('/app/board');
  await waitForPage(page, 'Board');
  await expect.poll(() => page.evaluate('window.locks')).toBe(1);
  await page.getByRole('link', { name: 'Incidents' }).first().click();
  await waitForPage(page, 'Incidents');
  await expect.poll(() => page.evaluate('window.locks')).toBe(0);
});

test('When the session of a board ends, the display says that someone must log in', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  const reads = [
    'listPaged/incident',
    'listPaged/alarm',
    'listPaged/button_click',
    'events',
    'submissionSummary',
    'teamFrame',
    'overduePayment',
  ];
  for (const path of reads) monitor.allowResponse(401, `/tapi/v1/${path}`);
  const phone = await createPhone(server, team);
  await page.goto('/app/board');
  await waitForPage(page, 'Board');
  const ofTeam = team.user.id;
  await server.withDatabase((db) =>
    db.deleteFrom('session').where('role', '=', 'team').where('account_id', '=', ofTeam).execute(),
  );
  // The board reads the news, and is rejected.
  await phone.press(5);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/log in/i);
});

test('An administrator’s board has the incidents of all subscribers @nightly', async ({
  page,
  server,
  team,
}) => {
  const second = await createTeam(server, { account_name: 'Harbor Freight Lines' });
  await (await createPhone(server, team)).press(5);
  await (await createPhone(server, second, 'Cleo Marsh')).press(5);
  await signIn(page.context(), server, await logInAdmin(server));
  await page.goto('/app/board');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'Cleo Marsh' })).toContainText('Harbor Freight Lines');
  await expect(rows.filter({ hasText: 'Orchard Works' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Incidents' }).first().click();
  await expect(page.getByRole('row').filter({ hasText: 'Cleo Marsh' })).toContainText('Not acknowledged');
  await page.getByRole('button', { name: 'Closed', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Cleo Marsh' })).toHaveCount(0);
});

test('If the incidents cannot be loaded, neither the board nor the bar says that nothing is open', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  const list = '/tapi/v1/listPaged/incident';
  monitor.allowResponse(500, list);
  const phone = await createPhone(server, team);
  const { body } = await phone.press(5, { lat: 52.52, lng: 13.405 });
  // Someone has opened the record: only the list of incidents has the emergency.
  await server.withDatabase((db) =>
    db
      .updateTable('button_click')
      .set({ opened_at: new Date().toISOString(), opened_by: 'team' })
      .where('id', '=', body.data?.id ?? 0)
      .execute(),
  );
  // The frame of the page contains the list, too.
  await page.route('**/tapi/v1/teamFrame', (route) => route.fulfill({ status: 500, body: 'broken' }));
  monitor.allowResponse(500, '/tapi/v1/teamFrame');
  await page.route(`**${list}*`, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('/app/board');
  const main = page.getByRole('main');
  await expect(main.getByText('The incidents could not be loaded yet. Some may be open.')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Open emergencies' });
  const incomplete = bar.getByText('The open incidents could not be loaded. Some may be missing here.');
  await expect(incomplete).toBeVisible();
  await expect(page.getByText('No open incidents')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/app/incidents');
  await expect(main.getByText('The incidents could not be loaded.')).toBeVisible();
  await expect(page.getByText('No open incidents')).toHaveCount(0);

  await page.unroute(`**${list}*`);
  await page.goto('/app/board');
  await expect(main.getByRole('listitem')).toHaveText([/Ana Flores/]);
  await expect(incomplete).toHaveCount(0);
  // What the board shows is not repeated above it.
  await expect(bar).not.toContainText('Ana Flores');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(bar).toContainText('Ana Flores');
  await page.goBack();
  // A read that fails later leaves what is known, and says that it may be incomplete.
  await page.route(`**${list}*`, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await phone.press(2);
  await expect(main.getByText(/This board may be out of date\.$/)).toBeVisible();
  await expect(incomplete).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveText([/Ana Flores/]);
});
