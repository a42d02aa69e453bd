import { waitForAttempts } from '../support/attempts.ts';
import { createPhone } from '../support/records.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('After the last step, each screen still says that no one was notified, until a message is sent', async ({
  teamPage: page,
  server,
  team,
}) => {
  const { body } = await (await createPhone(server, team)).press(5);
  const pressId = body.data?.id ?? 0;
  /** All messages of the press and of the steps. */
  const setStates = (state: 'failed' | 'sent') =>
    server.withDatabase((db) =>
      db.updateTable('delivery').set({ state }).where('button_click_id', '=', pressId).execute(),
    );
  await waitForAttempts(server, team);
  await setStates('failed');
  const incident = await server.withDatabase(async (db) => {
    const row = await db
      .updateTable('incident')
      .set({ run: 99, next_run_at: new Date().toISOString() })
      .where('button_click_id', '=', pressId)
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  const bar = page.getByRole('region', { name: 'Open emergencies' });
  await page.goto('/app/users');
  await expect(bar).toContainText('No one was notified.');
  await expect(bar).toContainText('not acknowledged');
  await page.goto(`/app/incidents/${incident}`);
  const main = page.getByRole('main');
  const headline = 'No one was notified, and no one has acknowledged it';
  await expect(main.getByText(headline, { exact: true })).toBeVisible();
  await expect(main.getByText(/and reached no one\. Only the administrators get an alarm\./)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/incidents');
  await expect(main.getByRole('table').getByText('No one notified')).toBeVisible();
  await page.goto(`/app/button_data/5/${pressId}`);
  await expect(main.getByText('No one was notified, and no one acknowledged it in time')).toBeVisible();
  await page.goto('/app/board');
  await expect(main.getByText(headline)).toBeVisible();
  await expectAccessible(page);

  await setStates('sent');
  await page.reload();
  await expect(main.getByText('No one has acknowledged it')).toBeVisible();
  await expect(page.getByText('No one was notified')).toHaveCount(0);
});
