import { devices, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { TestAppUser } from './people.ts';

/** The phone app in a browser of a phone's size, with a location and touch. */

const PHONE = devices['Pixel 7'];
/** A construction site in Denver. */
export const SITE = { latitude: 39.7565, longitude: -104.9994, accuracy: 8 };

export type PhoneOptions = {
  locale?: string;
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  deviceScaleFactor?: number;
  /** Null: the person does not allow it. */
  geolocation?: typeof SITE | null;
};

/** Opens a browser context like a phone's. */
export async function newPhoneContext(
  browser: Browser,
  { geolocation = SITE, ...options }: PhoneOptions = {},
): Promise<BrowserContext> {
  const { defaultBrowserType: _, ...phone } = PHONE;
  return await browser.newContext({
    ...phone,
    locale: 'en-US',
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
    ...options,
    ...(geolocation === null ? { permissions: [] } : { geolocation, permissions: ['geolocation'] }),
  });
}

/** Runs in the page: the stored values as JSON. */
const READ_VALUES = `(async () => {
  const resultOf = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const [{ name }] = await indexedDB.databases();
  const db = await resultOf(indexedDB.open(name));
  const values = await resultOf(db.transaction('values').objectStore('values').getAll());
  db.close();
  return JSON.stringify(values);
})()`;

/** The app as a person uses it. */
export class PhoneApp {
  readonly page: Page;
  readonly #url: string;

  /** @param url the server's, e.g. `http://127.0.0.1:40113` */
  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
  }

  /** Opens a screen, e.g. `/contacts`. */
  async open(path = '/'): Promise<void> {
    await this.page.goto(`${this.#url}/phone/#${path}`);
  }

  async logIn({ email, password }: Pick<TestAppUser, 'email' | 'password'>): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password').fill(password);
    // The last read of a sign-in: afterwards, nothing but the journey learns that the session has ended.
    const isRead = this.page.waitForResponse('**/mapi/v1/check_in');
    await this.page.getByRole('button', { name: 'Log in' }).click();
    await expect(this.button('Lone Worker Emergency')).toBeVisible();
    await isRead;
  }

  /** The app reads the state of what was sent now, as when its network returns. By itself it reads every 10 s. */
  async readAgain(): Promise<void> {
    await this.page.evaluate('dispatchEvent(new Event("online"))');
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits until the service worker has all files, so that the app works without a network. */
  async waitForWorker(): Promise<void> {
    await this.page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    await this.page.reload();
    await expect(this.button('Lone Worker Emergency')).toBeVisible();
  }

  /** Waits until the phone has stored a value with this text: a state is shown a moment before it is stored. */
  async untilStored(text: string): Promise<void> {
    await expect.poll(() => this.page.evaluate<string>(READ_VALUES)).toContain(text);
  }

  /** Holds a button until it is pressed. */
  async hold(name: string): Promise<void> {
    await this.button(name).scrollIntoViewIfNeeded();
    const box = await this.button(name).boundingBox();
    if (!box) throw new Error(`${name} is not visible`);
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.down();
    await expect(this.page).toHaveURL(/#\/sent\//);
    await this.page.mouse.up();
  }

  /** Presses a button by keyboard or screen reader: it asks first. */
  async confirm(name: string): Promise<void> {
    await this.button(name).focus();
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await expect(this.page).toHaveURL(/#\/sent\//);
  }

  get received() {
    return this.page.getByRole('status').filter({ hasText: 'Received' });
  }

  get notSent() {
    return this.page.getByRole('alert').filter({ hasText: 'NOT SENT' });
  }
}
