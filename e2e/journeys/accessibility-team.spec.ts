import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { generateEmail, createAppUser, type TestAccount } from '../support/people.ts';
import { MISSING_IMAGE, createPhone, createQuestion } from '../support/records.ts';
import { waitForEditors, waitForPage, openPage } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { chooseRole } from '../support/setting-cards.ts';
import { expect } from '../support/test.ts';
import { tourPages } from '../support/page-tour.ts';

/** axe checks every page of a subscriber against WCAG 2.2 AA: light and dark, at 390 and 1280 px. */

async function setPlan(
  server: Server,
  { user }: TestAccount,
  plan: 'upgrade_by_admin' | 'paid',
): Promise<void> {
  await server.withDatabase((db) => db.updateTable('team').set({ plan }).where('id', '=', user.id).execute());
}

tourPages(
  'team',
  {
    users: async ({ page, server, team }) => {
      await openPage(page, 'users', 'Users');
      await expect(page.getByText('No app users yet')).toBeVisible();
      await expectAccessible(page);
      await createAppUser(server, team);
      await page.reload();
      await page.getByRole('button', { name: 'Actions for Ana Flores' }).click();
      await expect(page.getByRole('menuitem', { name: 'Delete user' })).toBeVisible();
      // On a small screen the rows are cards, which have menus of their own.
      await expectAccessible(page, [1280]);
      await page.getByRole('menuitem', { name: 'Delete user' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, [390]);
    },

    'import-users': async ({ page }) => {
      await openPage(page, 'import-users', 'Import users');
      await expectAccessible(page);
      const columns = 'Name,Email,Phone,Password,SMS consent';
      await page
        .getByLabel('Or paste the rows')
        .fill(`${columns}\nAna,ana.import@work.example,+12025550143,Quiet-harbour-77,yes\nBen,,,,`);
      await page.getByRole('button', { name: 'Check rows' }).click();
      await expect(page.getByText('2 users: 1 can be added, 1 can’t.')).toBeVisible();
      await page.getByRole('button', { name: 'Import 1 user' }).click();
      await expect(page.getByText('Confirm that the users agree to SMS.')).toBeVisible();
      await expectAccessible(page);
    },

    'users/edit/:userId': async ({ page, server, team }) => {
      const ana = await createAppUser(server, team);
      await openPage(page, `users/edit/${ana.id}`, 'Update User');
      await expect(page.getByLabel('Full Name')).toHaveValue('Ana Flores');
      await expectAccessible(page);
      await openPage(page, 'users/edit/2000000000', 'Update User');
      await expect(page.getByText('No such user exists.')).toBeVisible();
      await expectAccessible(page, [390]);
    },

    'my-profile': async ({ page, server, team }) => {
      await setPlan(server, team, 'upgrade_by_admin');
      await openPage(page, 'my-profile', 'My Profile');
      await page.getByLabel('First name').fill('');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Please fix this field:')).toBeVisible();
      await page.getByLabel('New password').fill('a');
      await page.getByLabel('Confirm password').fill('b');
      await expect(page.getByText('Password and confirm password do not match.')).toBeVisible();
      await expectAccessible(page);
    },

    purchase: async ({ page }) => {
      await openPage(page, 'purchase', 'Purchase');
      await expectAccessible(page);
    },

    'button_press_settings/:formId': async ({ page, server, team, monitor }) => {
      // Settings that cannot be saved are not simulated either.
      monitor.expectResponse(400, '/tapi/v1/preview/submission');
      await createAppUser(server, team);
      await openPage(page, 'button_press_settings/1', 'OSHA On-Site');
      await waitForEditors(page);
      const email = page.getByRole('form', { name: 'Email Notification Settings' });
      await chooseRole(email, 'App user');
      const subject = email.getByRole('textbox', { name: 'Subject for the user', exact: true });
      await subject.fill('');
      await subject.pressSequentially('{{NA');
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
      await expectAccessible(page, [1280]);
      await subject.fill('{{NAM}}');
      await email.getByRole('button', { name: 'Save 1 change' }).click();
      await expect(email.getByText('Please fix this field:')).toBeVisible();
      await page.getByRole('button', { name: 'Simulate a press' }).nth(1).click();
      await expect(page.getByText('Fix these settings to see what would be sent:')).toBeVisible();
      await expectAccessible(page);
      await subject.fill('Help is on its way');
      await expect(page.getByText('Effect of saving')).toBeVisible();
      await expectAccessible(page);
      const test = page.getByRole('button', { name: /^Send a test to me/ }).first();
      await test.click();
      await expect(page.getByRole('status').filter({ hasText: /^Sent: / })).toBeVisible();
      await expectAccessible(page, [390]);
    },

    'button_data/:btnId': async ({ page, server, team }) => {
      const phone = await createPhone(server, team);
      await phone.press(5, { lat: 52.52, lng: 13.405 });
      await phone.press(5);
      await openPage(page, 'button_data/5', 'Lone Worker Emergency');
      await expect(page.getByRole('main').getByText('No location')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Open emergencies' })).toBeVisible();
      await expectAccessible(page);
    },

    'button_data/:btnId/:recordId': async ({ page, server, team }) => {
      const { body } = await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405 });
      await openPage(page, `button_data/5/${body.data?.id}`, `Record ${body.data?.id}`);
      await expect(page.getByText('Email · Safety team')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/app/button_data/5/2000000000');
      await expect(page.getByText('This record does not exist')).toBeVisible();
      await expectAccessible(page, [390]);
    },

    'form_data/:formId/:recordId': async ({ page, server, team, monitor }) => {
      monitor.expectResponse(404, MISSING_IMAGE);
      const id = await createQuestion(server, team);
      await openPage(page, `form_data/1/${id}`, `Record ${id}`);
      await expect(page.getByRole('link', { name: /^Image 1 of 2/ })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Mark as handled' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: /^Image 1 of 2/ }).click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
      await expectAccessible(page, [390]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, [390]);
    },

    deliveries: async ({ page }) => {
      await openPage(page, 'deliveries', 'Deliveries');
      await page.getByRole('button', { name: 'Columns' }).click();
      await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible();
      await expectAccessible(page);
    },

    'incidents/:incidentId': async ({ page, server, team }) => {
      await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405, accuracy: 12 });
      const { items } = await callOrThrow<{ items: { id: number }[] }>(
        server.url,
        '/tapi/v1/listPaged/incident',
        {
          token: team.token,
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

    incidents: async ({ page, server, team }) => {
      await (await createPhone(server, team)).press(5);
      await openPage(page, 'incidents', 'Incidents');
      await page.getByRole('button', { name: 'Start a drill' }).click();
      await expect(page.getByText('These people will be notified now')).toBeVisible();
      await expectAccessible(page);
    },

    'deliveries/:deliveryId': async ({ page, server, team, smtp }) => {
      const address = generateEmail('gone');
      smtp.behave(({ at, to }) =>
        at === 'rcpt' && to === address ? { code: 550, text: '5.1.1 User unknown' } : undefined,
      );
      const ben = await createAppUser(server, team, { name: 'Ben Hale', email: address });
      const phone = await createPhone(server, team);
      await phone.logIn(ben.email, ben.password);
      await phone.press(2);
      type Log = { items: { id: number }[] };
      const failed = async () =>
        (
          await callOrThrow<Log>(server.url, '/tapi/v1/listPaged/delivery', {
            token: team.token,
            query: { filter_state: 'failed', my: 'yes' },
          })
        ).items[0]?.id;
      await expect.poll(failed).toBeDefined();
      smtp.behave();
      await page.goto(`/app/deliveries/${await failed()}`);
      await waitForPage(page, `Message ${await failed()}`);
      await expect(page.getByText(/550 5\.1\.1 User unknown/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Resend' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, [390]);
    },

    logout: async ({ page }) => {
      await openPage(page, 'logout', 'Logout');
      await expectAccessible(page);
    },
  },
  // Pages of the same parts as others.
  {
    profile: async ({ page, server, team }) => {
      await setPlan(server, team, 'paid');
      await openPage(page, 'profile', 'My Profile');
      await expect(page.getByRole('button', { name: 'Stop subscription' })).toBeVisible();
      await expectAccessible(page, [390]);
    },

    app_main_page: async ({ page }) => {
      await openPage(page, 'app_main_page', 'App Dashboard Settings');
      await expect(page.getByRole('form', { name: 'Main screen of the app' })).toBeVisible();
      await expectAccessible(page);
    },

    'safety-contacts': async ({ page }) => {
      await openPage(page, 'safety-contacts', 'Safety Contacts For App Users');
      const first = page.getByRole('rowgroup', { name: 'Safety Person #1' });
      await first.getByLabel('Email').fill('nobody');
      await first.getByRole('button', { name: 'Save' }).click();
      await expect(first.getByText(/must be an email address/)).toBeVisible();
      await expectAccessible(page);
    },

    'form_settings/:formId': async ({ page }) => {
      await openPage(page, 'form_settings/3', 'Need a Safety Product');
      await waitForEditors(page);
      await expectAccessible(page);
    },

    'form_data/:formId': async ({ page, server, team, monitor }) => {
      monitor.expectResponse(404, MISSING_IMAGE);
      await (
        await createPhone(server, team)
      ).submitForm(3, {
        message: `Ten pairs of ${'very-long-'.repeat(20)}gloves, please`,
        company: 'Orchard',
        type: 'Gloves',
      });
      await openPage(page, 'form_data/3', 'Need a Safety Product');
      await expect(page.getByText('Gloves', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await createQuestion(server, team);
      await openPage(page, 'form_data/1', 'Ask a Safety Question');
      await expect(page.getByRole('link', { name: /^Image 1 of 2/ }).first()).toBeVisible();
      await expectAccessible(page);
    },

    'add-user': async ({ page }) => {
      await openPage(page, 'add-user', 'New User');
      await page.getByRole('button', { name: 'Create user' }).click();
      await expect(page.getByText('Please fix these 5 fields:')).toBeVisible();
      await expectAccessible(page);
    },
  },
);
