import type { Page } from '@playwright/test';
import { buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { expectAccessible } from '../support/axe.ts';
import { createAppUser, createTeam, generateEmail, logInAdmin, signIn } from '../support/people.ts';
import { openPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

// The counts cover the entire platform.
test.use({ serverOptions: {} });

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name });

/** Opens a page and waits until the browser has stored the time of the counts, which the first call of a visit has. */
async function visit(page: Page, path: string, title: string): Promise<void> {
  const counted = page.waitForResponse('**/api/v1/adminFrame*');
  await openPage(page, path, title);
  await counted;
  await page.waitForFunction("localStorage.getItem('seenItems') !== null");
}

test('An administrator’s menu counts new subscribers, and messages that failed or are held, until their list is shown @nightly', async ({
  page,
  server,
}) => {
  const team = await createTeam(server);
  const ana = await createAppUser(server, team);
  await signIn(page.context(), server, await logInAdmin(server));
  // On a first visit, nothing is new.
  await visit(page, 'plans', 'Plan Types');
  await expect(entry(page, 'Subscribers')).toHaveAccessibleName('Subscribers');

  const message = { role: 'team', subject: null, text: 'Help', html: null, skipped: null } as const;
  await server.withDatabase(async (db) => {
    await buildTeam(db, { email: generateEmail('new') });
    await buildTeam(db, { email: generateEmail('newer') });
    const item = { kind: 'button', id: 2 } as const;
    const sms = { ...message, channel: 'sms', address: '+12025550177' } as const;
    await storeSubmissions(db, [
      buildSubmission({ ...ana, team_id: team.user.id }, { item, messages: [sms] }),
    ]);
  });
  await visit(page, 'plans', 'Plan Types');
  await expect(entry(page, 'Subscribers')).toHaveAccessibleName('Subscribers 2 new');
  await expect(entry(page, 'Deliveries')).toHaveAccessibleName('Deliveries 1 message newly failed or held');
  await expect(entry(page, 'All records')).toHaveAccessibleName('All records 1 open alarm');
  await expectAccessible(page);

  // A list on the screen is seen; the other keeps its count, also in a later visit.
  const seen = page.waitForResponse('**/api/v1/newItems*');
  await entry(page, 'Subscribers').click();
  await expect(page).toHaveURL('/app/subscribers');
  await seen;
  await expect(entry(page, 'Subscribers')).toHaveAccessibleName('Subscribers');
  await visit(page, 'overview', 'Overview');
  await expect(entry(page, 'Deliveries')).toHaveAccessibleName('Deliveries 1 message newly failed or held');
  await expect(entry(page, 'Subscribers')).toHaveAccessibleName('Subscribers');
  await visit(page, 'deliveries', 'Deliveries');
  await visit(page, 'plans', 'Plan Types');
  await expect(entry(page, 'Deliveries')).toHaveAccessibleName('Deliveries');
});
