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
