import type { Page } from '@playwright/test';
import { callOrThrow } from '../support/calls.ts';
import { waitForEmails } from '../support/mailbox.ts';
import { createAppUser } from '../support/people.ts';
import { startUsing, waitForEditors } from '../support/page-actions.ts';
import {
  chooseRole,
  insertVariable,
  settingCard,
  selectField,
  EMAIL,
  SCREEN,
  SMS,
  textField,
} from '../support/setting-cards.ts';
import { expect, test } from '../support/test.ts';

/** Texts with variables: completion while typing, a preview of the message, and a dry run before saving. */

test('An unknown variable is rejected at its field with a suggestion, and the text stays', async ({
  teamPage: page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/app/button_press_settings/5');
  await waitForEditors(page);
  const email = settingCard(page, EMAIL);
  await chooseRole(email, 'App user');
  await textField(email, 'Email to the user').fill('Dear {{NAM}}, {{LOCATION_LINK');
  await email.getByRole('button', { name: 'Save 1 change' }).click();
  const problems = email.getByRole('alert').getByRole('link');
  await expect(problems).toHaveText([
    /^\{\{NAM\}\} is not a variable\. Did you mean \{\{NAME\}\}\? Use PHONE, EMAIL, NAME/,
    /“\{\{LOCATION_LINK” opens a variable that is never closed/,
  ]);
  await expect(textField(email, 'Email to the user')).toBeFocused();
  await expect(textField(email, 'Email to the user')).toHaveText('Dear {{NAM}}, {{LOCATION_LINK');

  const sms = settingCard(page, SMS);
  await chooseRole(sms, 'App user');
  await textField(sms, 'SMS to the user').focus();
  // One menu for the focused text, not one for each.
  const insert = page.getByRole('button', { name: /^Insert variable into/ });
  await expect(insert).toHaveAccessibleName('Insert variable into: SMS to the user');
  await insert.click();
  await expect(page.getByRole('menuitem', { name: 'LOCATION_LINK' })).toHaveCount(1);
  await expect(page.getByRole('menuitem', { name: 'LOCATION_IMAGE' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(insert).toBeFocused();
  await textField(sms, 'SMS to the user').fill('{{LOCATION_IMAGE}}');
  await sms.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(sms.getByRole('alert').getByRole('link')).toHaveText([
    /\{\{LOCATION_IMAGE\}\} can’t be used in an SMS/,
  ]);
  expect(sent).toEqual([]);
});

test('Variables are completed while typing, marked when wrong, and filled in in the preview next to the text', async ({
  teamPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/app/button_press_settings/2');
  await waitForEditors(page);
  const [email, sms] = [settingCard(page, EMAIL), settingCard(page, SMS)];
  await chooseRole(email, 'App user');
  await chooseRole(sms, 'App user');
  const subject = textField(email, 'Subject for the user');
  await subject.fill('');
  await subject.pressSequentially('We know, {{NA');
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).toHaveText([/^NAME.*Ana Flores/]);
  await page.keyboard.press('Enter');
  await expect(subject).toHaveText('We know, {{NAME}}');
  await subject.pressSequentially('. {{');
  await expect(list.getByRole('option')).toHaveCount(8);
  const typed = await list.getByRole('option').locator('.cm-completionLabel').allTextContents();
  await page.keyboard.press('Escape');
  // The button’s menu has the same order; leaving the field shows its problem, but nothing was saved.
  const insert = page.getByRole('button', { name: 'Insert variable into: Subject for the user' });
  await insert.click();
  await expect(page.getByRole('menuitem')).toHaveText(typed.map((name) => new RegExp(`^${name} `)));
  await expect(email.getByText('opens a variable that is never closed')).not.toHaveCount(0);
  await expect(email.getByText('Not saved')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await subject.focus();
  await page.keyboard.press('End');
  await expect(list).toHaveCount(0);
  await expect(subject).toBeFocused();
  await subject.pressSequentially('NAM}}');
  const live = email.getByRole('status').filter({ hasText: 'is not a variable' });
  await expect(live).toHaveText(/\{\{NAM\}\} is not a variable\. Did you mean \{\{NAME\}\}\?/);
  // Backspace deletes a valid variable with one press, but a wrong one character by character.
  await page.keyboard.press('End');
  for (let left = '. {{NAM}}'.length; left > 0; left -= 1) await page.keyboard.press('Backspace');
  await expect(live).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await expect(subject).toHaveText('We know, ');
  await insertVariable(email, 'Subject for the user', 'NAME');
  await expect(subject).toHaveText('We know, {{NAME}}');
  await expect(subject).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(subject).not.toBeFocused();

  const preview = email.getByRole('tabpanel', { name: /^App user/ }).getByRole('complementary');
  await textField(email, 'Email to the user').fill('Stay where you are, {{NAME}} <b>.\n{{LOCATION_LINK}}');
  await expect(preview.getByText('We know, Ana Flores')).toBeVisible();
  await expect(preview.getByText('Stay where you are, Ana Flores <b>.')).toBeVisible();
  await expect(preview.getByRole('link')).toHaveAttribute('href', /38\.8977/);
  await preview.getByText('Plain text').click();
  await expect(preview.getByRole('link')).toHaveCount(0);
  const [subjectBox, previewBox] = [await subject.boundingBox(), await preview.boundingBox()];
  expect(previewBox?.x).toBeGreaterThan((subjectBox?.x ?? 0) + (subjectBox?.width ?? 0));

  const bubble = sms.getByRole('tabpanel', { name: /^App user/ }).getByRole('complementary');
  await textField(sms, 'SMS to the user').fill('Help is on its way — {{NAME}}');
  await expect(bubble).toContainText('Help is on its way — Ana Flores');
  await expect(bubble).toContainText('1 SMS, 31 characters. With “—”, only 70 characters fit into an SMS');
});

test('Times in a preview are in the time zone of the subscriber, not of the browser @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await callOrThrow(server.url, '/tapi/v1/update/team', {
    token: team.token,
    body: { id: team.user.id, data: { time_zone: 'Asia/Kolkata' } },
  });
  await page.goto('/app/button_press_settings/2');
  await waitForEditors(page);
  const screen = settingCard(page, SCREEN);
  await textField(screen, 'Message on the user’s screen').fill('Received on {{TIME}}.');
  await expect(screen.getByRole('complementary', { name: 'What the phone shows' })).toContainText(
    /Received on \w+ \d+, \d{4}, \d+:\d\d [AP]M GMT\+5:30\./,
  );
});

test('The note at a list of numbers names the number that is typed, with the country of the account @nightly', async ({
  teamPage: page,
}) => {
  await page.goto('/app/button_press_settings/2');
  await waitForEditors(page);
  const sms = settingCard(page, SMS);
  await expect(sms.getByRole('list', { name: 'Safety team members who get the SMS' })).toContainText(
    '+1 202 555 0100',
  );
  const recipients = textField(sms, 'Safety team members who get the SMS');
  await recipients.pressSequentially('(303) 555-0141');
  await expect(sms.getByText('Sends to +1 303 555 0141.', { exact: true })).toBeVisible();
  await recipients.fill('(202) 555-0100');
  await recipients.press('Enter');
  await expect(sms.getByRole('alert')).toHaveText('Already in the list.');
  await expect(recipients).toHaveValue('(202) 555-0100');
  await recipients.fill('');
  await expect(sms.getByText('Already in the list.')).toBeHidden();
});

test('“Simulate a press” shows the recipients and the effect of saving; a test message is sent to the tester', async ({
  teamPage: page,
  server,
  team,
  smtp,
}) => {
  const ana = await createAppUser(server, team);
  await page.goto('/app/button_press_settings/5');
  await waitForEditors(page);
  const region = page.getByRole('region', { name: EMAIL });
  const email = settingCard(page, EMAIL);
  await region.getByRole('button', { name: 'Simulate a press' }).click();
  const messages = region.getByRole('list').filter({ hasText: 'Would be sent' });
  await expect(messages.getByRole('listitem')).toHaveText([
    new RegExp(`^${team.email} Safety team.*Would be sent`),
    new RegExp(`^${ana.email} App user.*Would be sent`),
  ]);
  await expect(region.getByText('No change.')).toBeVisible();

  // The simulation takes the place of the fields until someone needs them.
  await expect(email).toBeHidden();
  await region.getByRole('button', { name: 'Show settings' }).click();
  await expect(email.locator(':focus')).toBeVisible();
  await textField(email, 'Subject for the safety team').fill('Go to {{NAME}}');
  await textField(email, 'Safety team members who get the email').fill(`${team.email}, night@work.example`);
  await chooseRole(email, 'App user');
  await selectField(email, 'Notify the user by email').selectOption('No');
  await expect(region.getByRole('list').last().getByRole('listitem')).toHaveText([
    `New text: Safety team, ${team.email}`,
    'New: Safety team, night@work.example',
    `Removed: App user, ${ana.email}`,
  ]);
  const first = messages.getByRole('listitem').first();
  await first.getByText('Show full text').click();
  await expect(first.getByText('Subject: Go to Ana Flores')).toBeVisible();

  await first.getByRole('button', { name: `Send a test to me: Safety team, ${team.email}` }).click();
  await expect(
    first.getByRole('status').filter({ hasText: /^Sent: the provider accepted the test/ }),
  ).toBeVisible();
  const arrived = await waitForEmails(smtp, team.email);
  expect(arrived.map(({ subject }) => subject)).toEqual(['TEST: Go to Ana Flores']);

  const sms = page.getByRole('region', { name: SMS });
  await sms.getByRole('button', { name: 'Simulate a press' }).click();
  const held = sms.getByRole('listitem').filter({ hasText: '+1 202 555 0100 Safety team' });
  await expect(held).toContainText('Would be held: SMS is not configured on this server.');
  await expect(held).toContainText(/\d SMS, \d+ characters/);
});

/** Keeps the file of the editor from loading until the returned function is called. */
async function holdEditorBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/template-editor-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('An editor that loads while someone types takes over the text, the cursor and the focus @nightly', async ({
  teamPage: page,
}) => {
  const release = await holdEditorBack(page);
  const requested = page.waitForRequest('**/template-editor-*.js');
  await page.goto('/app/button_press_settings/5');
  await startUsing(page);
  await requested;
  const email = settingCard(page, EMAIL);
  await chooseRole(email, 'App user');
  const subject = textField(email, 'Subject for the user');
  await subject.fill('Help for  is on its way');
  await expect(subject).toHaveValue('Help for  is on its way');
  await subject.press('Home');
  for (let at = 0; at < 'Help for '.length; at += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('{{N');
  release();
  // The list of variables opens for what was typed before.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^NAME/]);
  await expect(subject).toBeFocused();
  await expect(subject).toHaveText('Help for {{N is on its way');
  // Nobody left the field.
  await expect(email.getByText('opens a variable that is never closed')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(subject).toHaveText('Help for {{NAME}} is on its way');
  await page.keyboard.type('!');
  await expect(subject).toHaveText('Help for {{NAME}}! is on its way');
});

test('An editor does not interrupt an input method; afterwards it takes over the selection @nightly', async ({
  teamPage: page,
}) => {
  const release = await holdEditorBack(page);
  await page.goto('/app/button_press_settings/5');
  await startUsing(page);
  const email = settingCard(page, EMAIL);
  await chooseRole(email, 'App user');
  const body = textField(email, 'Email to the user');
  await body.fill('One\n');
  await expect(body).toHaveValue('One\n');
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  release();
  await expect(textField(email, 'Subject for the user')).toHaveClass(/cm-content/);
  await expect(body).toHaveValue('One\nにほ');
  await keyboard.send('Input.insertText', { text: '日本' });
  await expect(body).toHaveClass(/cm-content/);
  await expect(body).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('-');
  await expect(body.locator('.cm-line')).toHaveText(['One', '日-本']);
});

test('When the editor cannot be loaded, texts can be typed in plain fields @nightly', async ({
  teamPage: page,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  await page.route('**/template-editor-*.js', (route) => route.abort());
  const aborted = page.waitForRequest('**/template-editor-*.js');
  await page.goto('/app/button_press_settings/1');
  await startUsing(page);
  await aborted;
  await chooseRole(settingCard(page, EMAIL), 'App user');
  const subject = textField(settingCard(page, EMAIL), 'Subject for the user');
  await subject.fill('We know');
  await insertVariable(settingCard(page, EMAIL), 'Subject for the user', 'NAME');
  await expect(subject).toHaveValue('We know{{NAME}}');
  await settingCard(page, EMAIL).getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('status').getByText('Updated Successfully.', { exact: true })).toBeVisible();
});
