import { expect, type Page } from '@playwright/test';
import type { Account } from './people.ts';

/** What people do on the screens, the same in many journeys. */

/** Fills in the login screen and sends it. */
export async function logIn(
  page: Page,
  account: Pick<Account, 'email' | 'password' | 'role'>,
): Promise<void> {
  await onPage(page, 'Log in');
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

/** Fills in the sign-up screen, the terms accepted, and sends it. */
export async function signUp(page: Page, { confirm, ...person }: SignUp): Promise<void> {
  await onPage(page, 'Sign up');
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

/** Waits for the page that has this heading. */
export async function onPage(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

/** Opens a page of the console and waits until it shows what it reads. */
export async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`/app/${path}`);
  await onPage(page, title);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
}

/** Chooses in the menu of a row's actions. */
export async function chooseAction(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Waits for an address under any order of its parameters. */
export async function atAddress(page: Page, path: string, query: Record<string, string>): Promise<void> {
  const address = () => {
    const { pathname, searchParams } = new URL(page.url());
    return { path: pathname, query: Object.fromEntries(searchParams) };
  };
  await expect.poll(address).toEqual({ path, query });
}

/** Waits until texts with variables stand in the editor: until then they are ordinary fields. */
export async function editors(page: Page): Promise<void> {
  await expect(page.locator('.cm-content').first()).toBeVisible();
}
