import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { logInAdmin, createAppUser } from '../support/people.ts';
import { MISSING_IMAGE, createPhone, createQuestion } from '../support/records.ts';
import { openPage } from '../support/page-actions.ts';
import { expect } from '../support/test.ts';
import { tourPages } from '../support/page-tour.ts';

/** axe checks every page of an administrator against WCAG 2.2 AA: light and dark, at 390 and 1280 px. */

tourPages(
  'admin',
  {
    subscribers: async ({ page, team }) => {
      await openPage(page, `subscribers?search=${team.email}`, 'Subscribers');
      await expect(page.getByText(team.email).first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Block Subscriber Orchard Works' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, [390]);
      await openPage(page, 'subscribers?search=nobody-has-this', 'Subscribers');
      await expect(page.getByText('No subscriber matches')).toBeVisible();
      await expectAccessible(page, [390]);
    },

    plans: async ({ page, server }) => {
      await server.withDatabase((db) => buildPlan(db, { plan_name: 'Plan in the list' }));
      await openPage(page, 'plans?per_page=500', 'Plan Types');
      await expect(page.getByText('Plan in the list').first()).toBeVisible();
      await expectAccessible(page);
    },

    'subscriber/profile/:teamId': async ({ page, server, team }) => {
      await server.withDatabase((db) => buildPlan(db));
      await openPage(page, `subscriber/profile/${team.user.id}`, 'Profile of Orchard Works');
      await page.getByRole('button', { name: 'Upgrade to premium' }).click();
      await expect(page.getByText('Please fix this field:')).toBeVisible();
      await expectAccessible(page);
    },

    configuration: async ({ page }) => {
      await openPage(page, 'configuration', 'Configuration');
      const emails = page.getByRole('rowgroup', { name: 'Email addresses of the safety consultancy' });
      await emails.getByRole('textbox').fill('bob');
      await emails.getByRole('button', { name: /^Save/ }).click();
      await expect(emails.getByText(/“bob” is not/).first()).toBeVisible();
      await expectAccessible(page);
    },

    overview: async ({ page }) => {
      await openPage(page, 'overview', 'Overview');
      await expect(page.getByRole('table').first()).toBeVisible();
      await expectAccessible(page);
    },

    audit: async ({ page, team }) => {
      await openPage(page, `audit?team_id=${team.user.id}`, 'Audit');
      await expect(page.getByRole('table', { name: 'Audit entries' }).getByRole('row').nth(1)).toBeVisible();
      await expectAccessible(page);
    },
  },
  // Subscribers have the same pages, or pages of the same parts.
  {
    'new-subscriber': async ({ page }) => {
      await openPage(page, 'new-subscriber', 'New Subscriber');
      await page.getByRole('button', { name: 'Create subscriber' }).click();
      await expect(page.getByText('Please fix these 6 fields:')).toBeVisible();
      await expectAccessible(page);
    },

    'new-plan': async ({ page }) => {
      await openPage(page, 'new-plan', 'New Plan');
      await page.getByRole('button', { name: 'Create plan' }).click();
      await expect(page.getByText('Please fix these 5 fields:')).toBeVisible();
      await expectAccessible(page);
    },

    'plan/edit/:planId': async ({ page, server }) => {
      const plan = await server.withDatabase((db) => buildPlan(db, { plan_name: 'Plan to change' }));
      await openPage(page, `plan/edit/${plan.id}`, 'Update plan');
      await expectAccessible(page);
    },

    account: async ({ page }) => {
      await openPage(page, 'account', 'My account');
      await page.getByLabel('First name').fill('');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Please fix this field:')).toBeVisible();
      await expectAccessible(page);
    },

    'subscriber/users/:teamId': async ({ page, server, team }) => {
      await createAppUser(server, team);
      await openPage(page, `subscriber/users/${team.user.id}`, `Users of subscriber ${team.user.id}`);
      await expect(page.getByText('Ana Flores').first()).toBeVisible();
      await expectAccessible(page);
    },

    'subscriber/data/:teamId': async ({ page, server, team }) => {
      await (await createPhone(server, team)).press(5);
      await openPage(page, `subscriber/data/${team.user.id}`, `Data of subscriber ${team.user.id}`);
      await expect(page.getByText('1 record', { exact: true })).toBeVisible();
      await expectAccessible(page);
    },

    SafetyContacts: async ({ page }) => {
      await openPage(page, 'SafetyContacts', 'Safety Contacts For App Users');
      await expectAccessible(page);
    },

    'subscriber/button_data/:teamId/:btnId': async ({ page, server, team }) => {
      await (await createPhone(server, team)).press(2, { lat: 52.52, lng: 13.405 });
      await page.goto(`/app/subscriber/button_data/${team.user.id}/2`);
      await expect(page.getByText('Ana Flores').first()).toBeVisible();
      await expectAccessible(page);
    },

    'subscriber/button_data/:teamId/:btnId/:recordId': async ({ page, server, team }) => {
      const { body } = await (await createPhone(server, team)).press(2);
      const id = body.data?.id;
      await openPage(page, `subscriber/button_data/${team.user.id}/2/${id}`, `Record ${id}`);
      await expect(page.getByText('Email · Safety team')).toBeVisible();
      await expectAccessible(page);
    },

    'subscriber/form_data/:teamId/:formId': async ({ page, server, team, monitor }) => {
      monitor.expectResponse(404, MISSING_IMAGE);
      await createQuestion(server, team);
      await page.goto(`/app/subscriber/form_data/${team.user.id}/1`);
      await expect(page.getByRole('link', { name: /^Image 1 of 2/ }).first()).toBeVisible();
      await expectAccessible(page);
    },

    'subscriber/form_data/:teamId/:formId/:recordId': async ({ page, server, team, monitor }) => {
      monitor.expectResponse(404, MISSING_IMAGE);
      const id = await createQuestion(server, team);
      await openPage(page, `subscriber/form_data/${team.user.id}/1/${id}`, `Record ${id}`);
      await expect(page.getByRole('link', { name: /^Image 1 of 2/ })).toBeVisible();
      await expectAccessible(page);
    },

    deliveries: async ({ page, server, team }) => {
      await (await createPhone(server, team)).press(2);
      await openPage(page, 'deliveries', 'Deliveries');
      await expect(page.getByRole('link', { name: /open message \d+$/ }).first()).toBeVisible();
      await expectAccessible(page);
    },

    'incidents/:incidentId': async ({ page, server, team }) => {
      await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405, accuracy: 12 });
      const { items } = await callOrThrow<{ items: { id: number }[] }>(
        server.url,
        '/api/v1/listPaged/incident',
        {
          token: (await logInAdmin(server)).token,
          query: { sort: 'id', order: 'desc', filter_open: 'yes' },
        },
      );
      await openPage(page, `incidents/${items[0]?.id}`, `Incident ${items[0]?.id}`);
      await expect(page.getByText('No one has acknowledged it', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'I have it' }).click();
      await expect(page.getByRole('button', { name: 'Save ETA' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Close incident' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, [390]);
    },

    board: async ({ page, server, team }) => {
      await (await createPhone(server, team, 'Ben Hale')).press(5);
      await openPage(page, 'board', 'Board');
      await expect(page.getByRole('timer').first()).toBeVisible();
      await expectAccessible(page);
    },

    'deliveries/:deliveryId': async ({ page, server, team }) => {
      await (await createPhone(server, team)).press(2);
      type Log = { items: { id: number }[] };
      const { items } = await callOrThrow<Log>(server.url, '/api/v1/listPaged/delivery', {
        token: (await logInAdmin(server)).token,
        query: { filter_team_id: team.user.id },
      });
      await openPage(page, `deliveries/${items[0]?.id}`, `Message ${items[0]?.id}`);
      await expectAccessible(page);
    },
  },
);
