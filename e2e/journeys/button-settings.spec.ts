import type { Locator, Page } from '@playwright/test';
import { newAppUser } from '../support/people.ts';
import { editors, onPage } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const SCREEN = 'IN-APP RESPONSE (On Screen Alert For User)';
const EMAIL = 'Email Notification Settings';
const SMS = 'Text/SMS Notification Settings';

const card = (page: Page, title: string) => page.getByRole('form', { name: title });
const text = (form: Locator, label: string) => form.getByRole('textbox', { name: label, exact: true });
const choice = (form: Locator, label: string) => form.getByRole('combobox', { name: label, exact: true });

test('Each button has its title and three cards that fold; a number that is no button is not found', async ({
  teamPage: page,
}) => {
  for (const [id, title] of [
    [1, 'OSHA On-Site'],
    [2, 'Report an Incident/Accident'],
    [4, 'Report a Safety Complaint'],
    [5, 'Lone Worker Emergency'],
  ] as const) {
    await page.goto(`/app/button_press_settings/${id}`);
    await onPage(page, title);
  }
  for (const title of [SCREEN, EMAIL, SMS]) {
    const toggle = page.getByRole('button', { name: title });
    await expect(card(page, title).getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(card(page, title).getByRole('button', { name: 'Reset' })).toBeDisabled();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(card(page, title)).toHaveCount(0);
    await toggle.click();
    await expect(card(page, title)).toBeVisible();
  }
  await page.goto('/app/button_press_settings/3');
  await onPage(page, 'Not Found');
});

test('A card saves what was changed in it, and only that', async ({ teamPage: page }) => {
  await page.goto('/app/button_press_settings/2');
  await editors(page);
  const [email, sms] = [card(page, EMAIL), card(page, SMS)];
  await choice(email, 'Notify the user by e-mail').selectOption('No');
  await text(email, 'Subject for the user').fill('We know, {{NAME}}');
  await choice(sms, 'Notify the user by SMS').selectOption('Yes');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await email.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  expect(sent).toEqual(['/tapi/v1/update/settings', '/tapi/v1/update/settings']);
  await expect(sms.getByRole('button', { name: 'Save 1 change' })).toBeEnabled();
  await expect(email.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await sms.getByRole('button', { name: 'Reset' }).click();

  await page.reload();
  await editors(page);
  await expect(choice(email, 'Notify the user by e-mail')).toHaveValue('no');
  await expect(text(email, 'Subject for the user')).toHaveText('We know, {{NAME}}');
  await expect(choice(sms, 'Notify the user by SMS')).toHaveValue('no');
});

test('A variable that does not exist is refused at its field, with the one that was meant; the text stays', async ({
  teamPage: page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/app/button_press_settings/5');
  await editors(page);
  const email = card(page, EMAIL);
  await text(email, 'E-mail to the user').fill('Dear {{NAM}}, {{LOCATION_LINK');
  await email.getByRole('button', { name: 'Save 1 change' }).click();
  const problems = email.getByRole('alert').getByRole('link');
  await expect(problems).toHaveText([
    /^\{\{NAM\}\} is not a variable\. Did you mean \{\{NAME\}\}\? Use PHONE, EMAIL, NAME/,
    /“\{\{LOCATION_LINK” opens a variable that is never closed/,
  ]);
  await expect(text(email, 'E-mail to the user')).toBeFocused();
  await expect(text(email, 'E-mail to the user')).toHaveText('Dear {{NAM}}, {{LOCATION_LINK');

  const sms = card(page, SMS);
  await expect(sms.getByRole('button', { name: 'LOCATION_IMAGE' })).toHaveCount(0);
  await expect(sms.getByRole('button', { name: 'LOCATION_LINK' })).toHaveCount(3);
  await text(sms, 'SMS to the user').fill('{{LOCATION_IMAGE}}');
  await sms.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(sms.getByRole('alert').getByRole('link')).toHaveText([
    /\{\{LOCATION_IMAGE\}\} cannot be used in an SMS/,
  ]);
  expect(sent).toEqual([]);
});

test('Select is no answer, an empty field is missing, and wrong recipients are named one by one', async ({
  teamPage: page,
}) => {
  await page.goto('/app/button_press_settings/1');
  await editors(page);
  const email = card(page, EMAIL);
  await expect(choice(email, 'Notify the user by e-mail').getByRole('option')).toHaveText([
    'Select',
    'Yes',
    'No',
  ]);
  await choice(email, 'Notify the user by e-mail').selectOption('Select');
  await text(email, 'Subject for the user').fill(' ');
  await text(email, 'Who on the safety team gets the e-mail').fill('anna@work.example, bob, carl@');
  await email.getByRole('button', { name: 'Save 3 changes' }).click();
  await expect(email.getByRole('alert').getByRole('link')).toHaveText([
    '“bob” is not an e-mail address.',
    '“carl@” is not an e-mail address.',
    'Notify the user by e-mail is required.',
    'Subject for the user is required.',
  ]);
  await expect(text(email, 'Who on the safety team gets the e-mail')).toBeFocused();

  const sms = card(page, SMS);
  await text(sms, 'Who on the safety team gets the SMS').fill('+12025550143, 202-555-0199');
  await sms.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(sms.getByRole('alert').getByRole('link')).toHaveText([/“202-555-0199” is not a number/]);
});

test('When some values are saved and others not, the screen counts both and keeps what is unsaved', async ({
  teamPage: page,
  watch,
}) => {
  watch.expectAnswer(500, '/tapi/v1/update/settings');
  await page.goto('/app/button_press_settings/4');
  await editors(page);
  const email = card(page, EMAIL);
  await text(email, 'Subject for the user').fill('One');
  await text(email, 'Subject for the safety team').fill('Two');
  await text(email, 'E-mail to the user').fill('Three');
  await page.route('**/tapi/v1/update/settings', async (route) => {
    const fails = route.request().postData()?.includes('"Two"');
    await (fails
      ? route.fulfill({ status: 500, json: { ok: false, msg: 'No.', errors: [] } })
      : route.continue());
  });
  await email.getByRole('button', { name: 'Save 3 changes' }).click();
  await expect(
    page.getByRole('alert').getByText('2 values updated successfully. 1 values failed', { exact: true }),
  ).toBeVisible();
  await expect(text(email, 'Subject for the safety team')).toHaveText('Two');

  await page.unroute('**/tapi/v1/update/settings');
  await email.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
  await page.reload();
  await editors(page);
  await expect(text(email, 'Subject for the safety team')).toHaveText('Two');
  await expect(text(email, 'Subject for the user')).toHaveText('One');
});

test('Without a network saving says so and loses nothing', async ({ teamPage: page, context, watch }) => {
  await page.goto('/app/button_press_settings/4');
  await editors(page);
  const screen = card(page, SCREEN);
  await text(screen, 'Message on the user’s screen').fill('Help comes.');
  watch.expectNoNetwork();
  await context.setOffline(true);
  await screen.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('alert').getByText('Failed to perform Action.', { exact: true })).toBeVisible();
  await expect(text(screen, 'Message on the user’s screen')).toHaveText('Help comes.');
  await context.setOffline(false);
  await screen.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
});

test('Reset brings the saved values back; leaving with unsaved ones asks', async ({ teamPage: page }) => {
  await page.goto('/app/button_press_settings/5');
  await editors(page);
  const screen = card(page, SCREEN);
  const field = text(screen, 'Message on the user’s screen');
  const saved = await field.innerText();
  await field.fill('Something else');
  await screen.getByRole('button', { name: 'Reset' }).click();
  await expect(field).toHaveText(saved);
  await expect(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  await field.fill('Something else');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveText('Something else');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await onPage(page, 'Users');
});

test('Of two who edit the same settings the second is told, keeps what they typed, and chooses', async ({
  teamPage: page,
  watch,
}) => {
  watch.expectAnswer(409, '/tapi/v1/update/settings');
  await page.goto('/app/button_press_settings/4');
  await editors(page);
  const other = await page.context().newPage();
  await other.goto('/app/button_press_settings/4');
  await editors(other);
  const [mine, theirs] = [card(page, EMAIL), card(other, EMAIL)];
  const done = (on: Page) => on.getByRole('status').getByText('Updated Successfully.', { exact: true });

  await text(mine, 'Subject for the user').fill('Mine');
  await text(theirs, 'Subject for the user').fill('Theirs');
  await choice(theirs, 'Notify the user by e-mail').selectOption('No');
  await theirs.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect(done(other)).toBeVisible();
  // Several saves in a row need no reading between.
  await text(theirs, 'Subject for the user').fill('Theirs, later');
  await theirs.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(theirs.getByText(/^Saved at/)).toBeVisible();

  await page.bringToFront();
  await text(mine, 'Subject for the safety team').fill('Nobody else changed this');
  await choice(mine, 'Notify the user by e-mail').selectOption('Select');
  await choice(mine, 'Notify the user by e-mail').selectOption('No');
  await mine.getByRole('button', { name: 'Save 3 changes' }).click();
  await expect(
    page.getByText('2 values updated successfully. 1 values failed', { exact: true }),
  ).toBeVisible();
  await expect(mine.getByRole('alert').getByRole('link')).toHaveText([
    /^Somebody else changed this at \d\d:\d\d\.$/,
  ]);
  await expect(text(mine, 'Subject for the user')).toBeFocused();
  await expect(text(mine, 'Subject for the user')).toHaveText('Mine');
  await expect(mine.getByText('Theirs, later', { exact: true })).toBeVisible();
  await mine.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(done(page)).toBeVisible();
  await expect(mine.getByRole('button', { name: /^Take theirs/ })).toHaveCount(0);

  await other.bringToFront();
  await text(theirs, 'Subject for the user').fill('Once more');
  await theirs.getByRole('button', { name: 'Save 1 change' }).click();
  await theirs.getByRole('button', { name: 'Take theirs: Subject for the user' }).click();
  await expect(text(theirs, 'Subject for the user')).toHaveText('Mine');
  await expect(text(theirs, 'Subject for the user')).toBeFocused();
  await expect(theirs.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});

test('Variables are chosen while typing, marked where they are wrong, and shown filled in beside the text', async ({
  teamPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/app/button_press_settings/2');
  await editors(page);
  const [email, sms] = [card(page, EMAIL), card(page, SMS)];
  const subject = text(email, 'Subject for the user');
  await subject.fill('');
  await subject.pressSequentially('We know, {{NA');
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).toHaveText([/^NAME.*Ana Flores/]);
  await page.keyboard.press('Enter');
  await expect(subject).toHaveText('We know, {{NAME}}');
  await subject.pressSequentially('. {{');
  await expect(list.getByRole('option')).toHaveCount(6);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(subject).toBeFocused();
  await subject.pressSequentially('NAM}}');
  const live = email.getByRole('status').filter({ hasText: 'is not a variable' });
  await expect(live).toHaveText(/\{\{NAM\}\} is not a variable\. Did you mean \{\{NAME\}\}\?/);
  // A whole variable goes with one key; a wrong one is only text.
  await page.keyboard.press('End');
  for (let left = '. {{NAM}}'.length; left > 0; left -= 1) await page.keyboard.press('Backspace');
  await expect(live).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await expect(subject).toHaveText('We know, ');
  await email.getByRole('toolbar', { name: 'Insert into: Subject for the user' }).getByText('NAME').click();
  await expect(subject).toHaveText('We know, {{NAME}}');
  await page.keyboard.press('Tab');
  await expect(subject).not.toBeFocused();

  const preview = email.getByRole('group', { name: 'To the user who pressed' }).getByRole('complementary');
  await text(email, 'E-mail to the user').fill('Stay where you are, {{NAME}} <b>.\n{{LOCATION_LINK}}');
  await expect(preview.getByText('We know, Ana Flores')).toBeVisible();
  await expect(preview.getByText('Stay where you are, Ana Flores <b>.')).toBeVisible();
  await expect(preview.getByRole('link')).toHaveAttribute('href', /38\.8977/);
  await preview.getByText('Plain text').click();
  await expect(preview.getByRole('link')).toHaveCount(0);
  const [field, beside] = [await subject.boundingBox(), await preview.boundingBox()];
  expect(beside?.x).toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));

  const bubble = sms.getByRole('group', { name: 'To the user who pressed' }).getByRole('complementary');
  await text(sms, 'SMS to the user').fill('Help is on its way — {{NAME}}');
  await expect(bubble).toContainText('Help is on its way — Ana Flores');
  await expect(bubble).toContainText('1 SMS, 31 characters. “—” leaves room for only 70 characters');
});

test('“Press it for me” shows who would be told and what saving changes; a test comes to oneself', async ({
  teamPage: page,
  server,
  team,
  smtp,
}) => {
  const ana = await newAppUser(server, team);
  await page.goto('/app/button_press_settings/5');
  await editors(page);
  const region = page.getByRole('region', { name: EMAIL });
  const email = card(page, EMAIL);
  await region.getByRole('button', { name: 'Press it for me' }).click();
  const messages = region.getByRole('list').filter({ hasText: team.email });
  await expect(messages.getByRole('listitem')).toHaveText([
    new RegExp(`^${team.email} Safety team.*Would be sent`),
    new RegExp(`^${ana.email} The app user.*Would be sent`),
  ]);
  await expect(region.getByText('Nothing: this is what would be sent already.')).toBeVisible();

  await choice(email, 'Notify the user by e-mail').selectOption('No');
  await text(email, 'Subject for the safety team').fill('Go to {{NAME}}');
  await text(email, 'Who on the safety team gets the e-mail').fill(`${team.email}, night@work.example`);
  await expect(region.getByRole('list').last().getByRole('listitem')).toHaveText([
    `Other words: Safety team, ${team.email}`,
    'New: Safety team, night@work.example',
    `No more: The app user, ${ana.email}`,
  ]);
  const first = messages.getByRole('listitem').first();
  await first.getByText('Exact words').click();
  await expect(first.getByText('Subject: Go to Ana Flores')).toBeVisible();

  await first.getByRole('button', { name: `Send a test to me: Safety team, ${team.email}` }).click();
  await expect(
    first.getByRole('status').filter({ hasText: /^Sent: your provider has taken the test/ }),
  ).toBeVisible();
  const arrived = smtp.mails.filter(({ to }) => to.includes(team.email));
  expect(arrived.map(({ subject }) => subject)).toEqual(['TEST: Go to Ana Flores']);

  const sms = page.getByRole('region', { name: SMS });
  await sms.getByRole('button', { name: 'Press it for me' }).click();
  const held = sms.getByRole('listitem').filter({ hasText: '+12025550100' });
  await expect(held).toContainText('Would be held: SMS is not configured on this server.');
  await expect(held).toContainText(/\d SMS, \d+ characters/);
});

test('Where the editor cannot be loaded, texts are typed in ordinary fields', async ({
  teamPage: page,
  watch,
}) => {
  watch.expectNoNetwork();
  await page.route('**/template-editor-*.js', (route) => route.abort());
  const refused = page.waitForRequest('**/template-editor-*.js');
  await page.goto('/app/button_press_settings/1');
  await refused;
  const subject = text(card(page, EMAIL), 'Subject for the user');
  await subject.fill('We know');
  await card(page, EMAIL)
    .getByRole('toolbar', { name: 'Insert into: Subject for the user' })
    .getByText('NAME')
    .click();
  await expect(subject).toHaveValue('We know{{NAME}}');
  await card(page, EMAIL).getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
});
