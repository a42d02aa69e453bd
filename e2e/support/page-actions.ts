import { expect, type Page } from '@playwright/test';
import type { TestAccount } from './people.ts';

/** Actions on pages that many journeys share. */

/** Fills in and submits the login form. */
export async function logIn(
  page: Page,
  account: Pick<TestAccount, 'email' | 'password' | 'role'>,
): Promise<void> {
  await waitForPage(page, 'Log in');
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Login As').selectOption(account.role === 'team' ? 'Subscriber' : 'Admin');
  await page.getByRole('button', { name: 'Log in' }).click();
}

export type SignUp = {
  email: string;
  accountName: string;
  firstName: string;
  lastName: string;
  phone: string;
  password: string;
  confirm?: string;
};

/** Fills in the sign-up form, accepts the terms, and submits it. */
export async function signUp(page: Page, { confirm, ...person }: SignUp): Promise<void> {
  await waitForPage(page, 'Sign up');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Account name').fill(person.accountName);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Phone number').fill(person.phone);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(confirm ?? person.password);
  await page.getByLabel('I accept the terms and conditions').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** Waits for the page with this heading; `Settings` or `Records` may follow it. */
export async function waitForPage(page: Page, title: string): Promise<void> {
  const heading = new RegExp(`^${RegExp.escape(title)}( · (Settings|Records))?$`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Moves the pointer: what loads only when someone uses the page loads now. */
export async function startUsing(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.mouse.move(2, 2);
  await page.mouse.move(4, 4);
}

/** Opens a page of the console and waits until it has loaded its data. */
export async function openPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`/app/${path}`);
  await waitForPage(page, title);
  await startUsing(page);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
}

/** Chooses an action in the menu of a row. */
export async function chooseAction(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Waits for a URL with these query parameters, in any order. */
export async function waitForUrl(page: Page, path: string, query: Record<string, string>): Promise<void> {
  const currentUrl = () => {
    const { pathname, searchParams } = new URL(page.url());
    return { path: pathname, query: Object.fromEntries(searchParams) };
  };
  await expect.poll(currentUrl).toEqual({ path, query });
}

/** Waits until the template editors have loaded: until then, texts with variables are plain fields. */
export async function waitForEditors(page: Page): Promise<void> {
  await startUsing(page);
  await expect(page.locator('.cm-content').first()).toBeVisible();
}
