import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { expectAccessible } from '../support/axe.ts';
import { callDone } from '../support/calls.ts';
import { admin, newAppUser } from '../support/people.ts';
import { LOST_PICTURE, newPhone, newQuestion } from '../support/records.ts';
import { open } from '../support/page-actions.ts';
import { expect } from '../support/test.ts';
import { walk } from '../support/page-tour.ts';

/** axe checks every page of an administrator against WCAG 2.2 AA: light and dark, at 390 and 1280 px. */

walk('admin', {
  subscribers: async ({ page, team }) => {
    await open(page, `subscribers?search=${team.email}`, 'Subscribers');
    await expect(page.getByText(team.email).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Actions for Orchard Works' }).click();
    await page.getByRole('menuitem', { name: 'Block Subscriber' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, [390]);
    await open(page, 'subscribers?search=nobody-has-this', 'Subscribers');
    await expect(page.getByText('No subscriber matches')).toBeVisible();
    await expectAccessible(page, [390]);
  },

  'new-subscriber': async ({ page }) => {
    await open(page, 'new-subscriber', 'New Subscriber');
    await page.getByRole('button', { name: 'Create Subscriber' }).click();
    await expect(page.getByText('6 things to mend:')).toBeVisible();
    await expectAccessible(page);
  },

  plans: async ({ page, server }) => {
    await server.database((db) => buildPlan(db, { plan_name: 'Plan in the list' }));
    await open(page, 'plans?per_page=500', 'Plan Types');
    await expect(page.getByText('Plan in the list').first()).toBeVisible();
    await expectAccessible(page);
  },

  'new-plan': async ({ page }) => {
    await open(page, 'new-plan', 'New Plan');
    await page.getByRole('button', { name: 'Create Plan' }).click();
    await expect(page.getByText('5 things to mend:')).toBeVisible();
    await expectAccessible(page);
  },

  'plan/edit/:planId': async ({ page, server }) => {
    const plan = await server.database((db) => buildPlan(db, { plan_name: 'Plan to change' }));
    await open(page, `plan/edit/${plan.id}`, 'Update Plan');
    await expectAccessible(page);
  },

  'subscriber/profile/:teamId': async ({ page, server, team }) => {
    await server.database((db) => buildPlan(db));
    await open(page, `subscriber/profile/${team.user.id}`, `Profile of Subscriber #${team.user.id}`);
    await page.getByRole('button', { name: 'Upgrade to premium' }).click();
    await expect(page.getByText('One thing to mend:')).toBeVisible();
    await expectAccessible(page);
  },

  'subscriber/users/:teamId': async ({ page, server, team }) => {
    await newAppUser(server, team);
    await open(page, `subscriber/users/${team.user.id}`, `Users of subscriber ${team.user.id}`);
    await expect(page.getByText('Ana Flores').first()).toBeVisible();
    await expectAccessible(page);
  },

  'subscriber/data/:teamId': async ({ page, server, team }) => {
    await (await newPhone(server, team)).press(5);
    await open(page, `subscriber/data/${team.user.id}`, `Data of subscriber ${team.user.id}`);
    await expect(page.getByText('1 record', { exact: true })).toBeVisible();
    await expectAccessible(page);
  },

  'subscriber/button_data/:teamId/:btnId': async ({ page, server, team }) => {
    await (await newPhone(server, team)).press(2, { lat: 52.52, lng: 13.405 });
    await page.goto(`/app/subscriber/button_data/${team.user.id}/2`);
    await expect(page.getByText('Ana Flores').first()).toBeVisible();
    await expectAccessible(page);
  },

  'subscriber/button_data/:teamId/:btnId/:recordId': async ({ page, server, team }) => {
    const { body } = await (await newPhone(server, team)).press(2);
    const id = body.data?.id;
    await open(page, `subscriber/button_data/${team.user.id}/2/${id}`, `Record ${id}`);
    await expect(page.getByText('E-mail · Safety team')).toBeVisible();
    await expectAccessible(page);
  },

  'subscriber/form_data/:teamId/:formId': async ({ page, server, team, watch }) => {
    watch.expectAnswer(404, LOST_PICTURE);
    await newQuestion(server, team);
    await page.goto(`/app/subscriber/form_data/${team.user.id}/1`);
    await expect(page.getByRole('link', { name: /^Image 1 of 2/ }).first()).toBeVisible();
    await expectAccessible(page);
  },

  'subscriber/form_data/:teamId/:formId/:recordId': async ({ page, server, team, watch }) => {
    watch.expectAnswer(404, LOST_PICTURE);
    const id = await newQuestion(server, team);
    await open(page, `subscriber/form_data/${team.user.id}/1/${id}`, `Record ${id}`);
    await expect(page.getByRole('link', { name: /^Image 1 of 2/ })).toBeVisible();
    await expectAccessible(page);
  },

  configuration: async ({ page }) => {
    await open(page, 'configuration', 'Configuration');
    const emails = page.getByRole('rowgroup', { name: 'E-mail addresses of the safety consultancy' });
    await emails.getByRole('textbox').fill('bob');
    await emails.getByRole('button', { name: /^Save/ }).click();
    await expect(emails.getByText(/“bob” is not/).first()).toBeVisible();
    await expectAccessible(page);
  },

  SafetyContacts: async ({ page }) => {
    await open(page, 'SafetyContacts', 'Safety Contacts For App Users');
    await expectAccessible(page);
  },

  deliveries: async ({ page, server, team }) => {
    await (await newPhone(server, team)).press(2);
    await open(page, 'deliveries', 'Deliveries');
    await expect(page.getByRole('link', { name: /open the message$/ }).first()).toBeVisible();
    await expectAccessible(page);
  },

  'deliveries/:deliveryId': async ({ page, server, team }) => {
    await (await newPhone(server, team)).press(2);
    type Log = { items: { id: number }[] };
    const { items } = await callDone<Log>(server.url, '/api/v1/listPaged/delivery', {
      token: (await admin(server)).token,
      query: { filter_team_id: team.user.id },
    });
    await open(page, `deliveries/${items[0]?.id}`, `Message ${items[0]?.id}`);
    await expectAccessible(page);
  },

  overview: async ({ page }) => {
    await open(page, 'overview', 'Overview');
    await expect(page.getByRole('table').first()).toBeVisible();
    await expectAccessible(page);
  },

  account: async ({ page }) => {
    await open(page, 'account', 'My account');
    await page.getByLabel('First name').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('One thing to mend:')).toBeVisible();
    await expectAccessible(page);
  },

  audit: async ({ page, team }) => {
    await open(page, `audit?team_id=${team.user.id}`, 'Audit');
    await expect(page.getByRole('table', { name: 'Audit lines' }).getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
  },
});
