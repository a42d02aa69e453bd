import { launch, type Browser, type Page } from 'puppeteer-core';
import type { TestAccount } from './people.ts';

/** A Firefox over WebDriver BiDi: Playwright drives only a Firefox of its own. */
export async function launchFirefox(): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    headless: true,
  });
}

/** Logs in on the login screen, as a person does. Returns the page, which shows the start page of the account. */
export async function logInWithFirefox(browser: Browser, url: string, account: TestAccount): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 850 });
  await page.goto(`${url}/app/login`);
  await page.locator('::-p-aria([name="Email"][role="textbox"])').fill(account.email);
  await page.locator('input[type="password"]').fill(account.password);
  await page.locator('select').fill(account.role);
  await page.locator('::-p-aria([name="Log in"][role="button"])').click();
  return page;
}
