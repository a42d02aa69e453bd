import { waitForEmails } from '../support/mailbox.ts';
import { call } from '../support/calls.ts';
import { generateEmail, PASSWORD } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { chooseAction, logIn, waitForPage, signUp } from '../support/page-actions.ts';
import { chooseRole, insertVariable, setRecipients } from '../support/setting-cards.ts';
import { expect, test } from '../support/test.ts';

const MAP = 'https://www.google.com/maps/search/?api=1&query=52.52,13.405';

for (const database of ['sqlite', 'postgres'] as const) {
  test.describe(`on ${database}${database === 'postgres' ? ' @nightly' : ''}`, () => {
    test.use({ serverOptions: { database } });

    test('A subscriber’s first day: after sign-up, setup and a press, the emails arrive and the console shows the record', async ({
      page,
      server,
      smtp,
      monitor,
    }) => {
      // The menu reads its counts in its own time, perhaps while the session ends.
      monitor.allowResponse(401, '/tapi/v1/submissionSummary');
      const tess = { email: generateEmail('tess'), password: PASSWORD, role: 'team' as const };
      const ana = {
        name: 'Ana "Bea" Flores & <Söhne>',
        email: generateEmail('ana'),
        phone: '+1 202 555 0143',
      };
      const control = generateEmail('control');
      const night = generateEmail('night');
      const menu = page.getByRole('navigation', { name: 'Main menu' });

      await test.step('signs up and logs in', async () => {
        await page.goto('/');
        await page.getByRole('link', { name: 'Sign up as a new Subscriber' }).click();
        await signUp(page, {
          ...tess,
          accountName: 'Orchard Works',
          firstName: 'Tess',
          lastName: 'Miller',
          phone: '+1 202 555 0100',
        });
        await expect(page.getByText('Regsitration Successful. Please login.', { exact: true })).toBeVisible();
        await expect(page).toHaveURL('/app/login');
        await logIn(page, tess);
        await waitForPage(page, 'App Dashboard Settings');
      });

      await test.step('adds an app user', async () => {
        await menu.getByRole('link', { name: 'Users' }).click();
        await page.getByRole('main').getByRole('link', { name: 'New User' }).first().click();
        await page.getByLabel('Name', { exact: true }).fill(ana.name);
        await page.getByLabel('Email', { exact: true }).fill(ana.email);
        await page.getByLabel('Phone', { exact: true }).fill(ana.phone);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.getByRole('checkbox').check();
        await page.getByRole('button', { name: 'Create user' }).click();
        await expect(page.getByText('App user Account Created successfully.', { exact: true })).toBeVisible();
        await expect(page.getByRole('row', { name: ana.name })).toContainText(ana.email);
      });

      await test.step('sets the recipients and texts of Lone Worker Emergency', async () => {
        await menu
          .getByRole('list', { name: 'Customization' })
          .getByRole('link', { name: 'Lone Worker Emergency' })
          .click();
        await waitForPage(page, 'Lone Worker Emergency');
        const screen = page.getByRole('form', { name: 'IN-APP RESPONSE (On Screen Alert For User)' });
        await screen
          .getByRole('textbox', { name: 'Message on the user’s screen' })
          .fill('Hold on, {{NAME}}. We call {{PHONE}}; your place is {{LOCATION}}.');
        await screen.getByRole('button', { name: 'Save 1 change' }).click();
        await expect(
          page.getByRole('status').getByText('Updated Successfully.', { exact: true }),
        ).toBeVisible();

        const emailCard = page.getByRole('form', { name: 'Email Notification Settings' });
        await setRecipients(emailCard, 'Safety team members who get the email', `${control}, ${night}`);
        await emailCard
          .getByRole('textbox', { name: 'Subject for the safety team' })
          .fill('HELP {{NAME}} ({{PHONE}})');
        await emailCard
          .getByRole('textbox', { name: 'Email to the safety team' })
          .fill('{{NAME}} <{{EMAIL}}> is in danger.\nGo to ');
        await insertVariable(emailCard, 'Email to the safety team', 'LOCATION_LINK');
        await expect(emailCard.getByRole('textbox', { name: 'Email to the safety team' })).toHaveText(
          '{{NAME}} <{{EMAIL}}> is in danger.\nGo to {{LOCATION_LINK}}',
          { useInnerText: true },
        );
        await chooseRole(emailCard, 'App user');
        await emailCard.getByRole('textbox', { name: 'Subject for the user' }).fill('We heard you');
        await emailCard
          .getByRole('textbox', { name: 'Email to the user' })
          .fill('Stay where you are, {{NAME}}.');
        await emailCard.getByRole('button', { name: 'Save 5 changes' }).click();
        // The message of the first save may still be visible.
        await expect(emailCard.getByText(/^Saved at/)).toBeVisible();
      });

      const phone = new Phone(server.url);
      await test.step('the user presses the button, and the phone shows the text', async () => {
        expect((await phone.logIn(ana.email, PASSWORD)).status).toBe(200);
        const { buttons, top_text } = await phone.dashboard();
        expect(top_text).not.toBe('');
        expect(buttons).toContainEqual(
          expect.objectContaining({ kind: 'button', id: 5, label: 'Lone Worker Emergency', mode: 'yes' }),
        );
        const { status, body } = await phone.press(5, { lat: 52.52, lng: 13.405, accuracy: 8 });
        expect(status).toBe(200);
        expect(body.data?.alert).toBe(
          'Hold on, Ana "Bea" Flores & <Söhne>. We call +1 202 555 0143; your place is 52.52, 13.405.',
        );
      });

      await test.step('the emails arrive, and no one else gets one', async () => {
        for (const address of [control, night]) {
          const [email] = await waitForEmails(smtp, address);
          expect(email?.to).toEqual([address]);
          expect(email?.headerTo).toEqual([address]);
          expect(email?.subject).toBe('HELP Ana "Bea" Flores & <Söhne> (+1 202 555 0143)');
          // Someone must acknowledge an emergency: its messages have a personal link.
          const [text, answer] = email?.text.trim().split('\n\n') ?? [];
          expect(text).toBe(`Ana "Bea" Flores & <Söhne> <${ana.email}> is in danger.\nGo to ${MAP}`);
          expect(answer).toMatch(/^Can you help\? Answer with your personal link:\n\S+\/respond\/\S{22}$/);
          const sentence = `Ana &quot;Bea&quot; Flores &amp; &lt;Söhne&gt; &lt;${ana.email}&gt; is in danger.<br>`;
          const link = `Go to <a href="${MAP.replace('&', '&amp;')}">${MAP.replace('&', '&amp;')}</a>`;
          expect(email?.html).toContain(`${sentence}${link}`);
        }
        const [own] = await waitForEmails(smtp, ana.email);
        expect(own?.subject).toBe('We heard you');
        expect(own?.text.trim()).toBe('Stay where you are, Ana "Bea" Flores & <Söhne>.');
        await waitForEmails(smtp, tess.email, 0);
      });

      await test.step('the console shows who pressed, when and where, and deletes the record', async () => {
        await menu
          .getByRole('list', { name: 'Notification Records' })
          .getByRole('link', { name: 'Lone Worker Emergency' })
          .click();
        const rows = page.getByRole('table', { name: 'Lone Worker Emergency' }).getByRole('row');
        await expect(rows).toHaveCount(2);
        const row = rows.nth(1);
        await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d [AP]M/);
        await expect(row.getByRole('link', { name: '52.52, 13.405' })).toHaveAttribute('href', MAP);
        await expect(row).toContainText(ana.name);
        await expect(row.getByRole('link', { name: ana.email })).toBeVisible();
        await expect(row.getByRole('link', { name: ana.phone })).toBeVisible();

        await chooseAction(page, 'record 1', 'Delete Item');
        await page
          .getByRole('dialog', { name: 'Are you sure you want to delete this record?' })
          .getByRole('button', { name: 'Delete' })
          .click();
        await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible();
        await expect(page.getByText('No records yet')).toBeVisible();
      });

      await test.step('logs out', async () => {
        const token = (await page.localStorage.getItem('userToken')) ?? '';
        await menu.getByRole('link', { name: 'Logout' }).click();
        await expect(page.getByText('Are you sure you want to logout?', { exact: true })).toBeVisible();
        const reloaded = page.waitForEvent('load');
        await page.getByRole('button', { name: 'Yes Please!' }).click();
        await expect(page).toHaveURL('/app/');
        await reloaded;
        await waitForPage(page, 'Log in');
        const left = await page.localStorage.items();
        expect(left.filter(({ name }) => ['userInfo', 'userRole', 'userToken'].includes(name))).toEqual([]);
        const late = await call(server.url, '/tapi/v1/listPaged/app_user', { token });
        expect(late.status).toBe(401);
      });
    });
  });
}
