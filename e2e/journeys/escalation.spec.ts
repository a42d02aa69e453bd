import { waitForEditors } from '../support/page-actions.ts';
import { settingCard } from '../support/setting-cards.ts';
import { expect, test } from '../support/test.ts';

/** What happens until someone acknowledges a press is edited, checked before it is saved, and can be undone. */

const ESCALATION = 'Escalation';

test('A person is added to a step, the timeline shows it before it is saved, and the history undoes it', async ({
  teamPage: page,
}) => {
  await page.goto('/app/button_press_settings/5');
  await waitForEditors(page);
  const card = settingCard(page, ESCALATION);
  await expect(card.getByRole('checkbox', { name: 'A press needs an answer' })).toBeDisabled();
  const step = card.getByRole('group', { name: 'Step 2', exact: true });
  await step.getByRole('button', { name: /^Step 2 After 6 minutes: .*to the safety contacts$/ }).click();
  await expect(step.getByRole('checkbox', { name: 'Safety contacts' })).toBeChecked();
  await step.getByRole('button', { name: 'Add a person' }).click();
  const person = step.getByRole('group', { name: 'Person 1' });
  await person.getByLabel('Name').fill('Maria Ortiz');
  await person.getByLabel('Phone').fill('(303) 555-0141');

  const section = page.getByRole('region', { name: ESCALATION });
  await section.getByRole('button', { name: 'Show the timeline' }).click();
  const timeline = section.getByRole('list').filter({ hasText: 'Administrators are notified' }).last();
  // Calls are not configured on this server, so that step 1 reaches no one.
  await expect(timeline).toContainText('Starts early, not after 6 minutes');
  await expect(timeline).toContainText('Maria Ortiz, +1 303 555 0141');
  await expect(timeline).toContainText('No email address is known for Maria Ortiz.');
  await expect(timeline).toContainText('The safety consultancy gets no email about this button.');

  await section.getByRole('button', { name: 'Show settings' }).click();
  await card.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(card.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.reload();
  await waitForEditors(page);
  await step.getByRole('button', { name: /^Step 2 .* and Maria Ortiz$/ }).click();
  await expect(person.getByLabel('Phone')).toHaveValue('+13035550141');

  await card.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History: ${ESCALATION}` });
  await expect(history.getByText('After 6 minutes Maria Ortiz is also notified.').first()).toBeVisible();
  await history.getByRole('button', { name: /value before these changes/ }).click();
  await expect(history).toHaveCount(0);
  await expect(step).not.toContainText('Maria Ortiz');

  await step.getByRole('button', { name: 'Move step 2 up' }).click();
  await expect(card.getByRole('group', { name: 'Step 1', exact: true })).toContainText(
    /After 3 minutes: .*to the safety contacts/,
  );
  await expect(card.getByRole('button', { name: 'Move step 1 down' })).toBeFocused();
});

test('All problems are shown at their steps, nothing is saved, and the focus moves to them @nightly', async ({
  teamPage: page,
}) => {
  await page.goto('/app/button_press_settings/1');
  await waitForEditors(page);
  const card = settingCard(page, ESCALATION);
  await card.getByRole('checkbox', { name: 'A press needs an answer' }).click();
  await card.getByRole('button', { name: 'Add a step' }).click();
  const [first, second] = [1, 2].map((number) =>
    card.getByRole('group', { name: `Step ${number}`, exact: true }),
  );
  await second?.getByLabel('Minutes after the press').fill('3');
  await second?.getByRole('checkbox', { name: 'Account owner' }).uncheck();
  await card.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(second?.getByRole('alert') ?? card).toContainText('Step 2: must notify someone.');
  await expect(second?.getByRole('alert') ?? card).toContainText(
    'Step 2: must be later than the step before it.',
  );
  await expect(first?.getByRole('alert') ?? card).toHaveCount(0);
  await second?.getByRole('button', { name: 'Remove step 2' }).click();
  await card.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(card.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.reload();
  await waitForEditors(page);
  await expect(card.getByRole('checkbox', { name: 'A press needs an answer' })).toBeChecked();
});

test('Quiet hours apply to all buttons, and show their time zone @nightly', async ({ teamPage: page }) => {
  await page.goto('/app/button_press_settings/1');
  await waitForEditors(page);
  const card = settingCard(page, ESCALATION);
  await expect(card.getByText(/^Time zone: /)).toBeVisible();
  await card.getByLabel('Quiet hours from').fill('22:30');
  await card.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(card.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.goto('/app/button_press_settings/2');
  await waitForEditors(page);
  await expect(settingCard(page, ESCALATION).getByLabel('Quiet hours from')).toHaveValue('22:30');
  await settingCard(page, ESCALATION).getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History: ${ESCALATION}` });
  const change = 'Quiet hours: 22:30 to 07:00. Before: 21:00 to 07:00.';
  await expect(history.getByText(change).first()).toBeVisible();
});
