import type { Locator, Page } from '@playwright/test';

/** The cards of a button's settings and their fields. */

export const SCREEN = 'IN-APP RESPONSE (On Screen Alert For User)';
export const EMAIL = 'Email Notification Settings';
export const SMS = 'Text/SMS Notification Settings';

export const settingCard = (page: Page, title: string) => page.getByRole('form', { name: title });
export const textField = (form: Locator, label: string) =>
  form.getByRole('textbox', { name: label, exact: true });
export const selectField = (form: Locator, label: string) =>
  form.getByRole('combobox', { name: label, exact: true });

/** Shows the settings of one role on a channel's card. */
export async function chooseRole(
  form: Locator,
  role: 'Safety team' | 'App user' | 'Safety consultancy',
): Promise<void> {
  await form.getByRole('tab', { name: new RegExp(`^${role}`) }).click();
}

/** Inserts a variable with the page's menu, which belongs to the text that had the focus last. */
export async function insertVariable(form: Locator, label: string, variable: string): Promise<void> {
  await textField(form, label).focus();
  await form.getByRole('button', { name: `Insert variable into: ${label}`, exact: true }).click();
  await form
    .page()
    .getByRole('menuitem', { name: new RegExp(`^${variable} `) })
    .click();
}

/** Replaces the recipients of a field; the last one is still being typed. */
export async function setRecipients(form: Locator, label: string, recipients: string): Promise<void> {
  const field = textField(form, label);
  const remove = form
    .getByRole('list', { name: label, exact: true })
    .getByRole('button', { name: /^Remove / });
  while ((await remove.count()) > 0) await remove.first().click();
  await field.fill(recipients);
}
