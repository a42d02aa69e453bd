import type { Locator } from '@playwright/test';
import { createPhone } from '../support/records.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';

const NAME = `Maria ${'Donaudampfschifffahrt'.repeat(4)}`;

/** The texts of an option that are cut off. */
function cutTexts(option: Locator): Promise<(string | null)[]> {
  return option.evaluate((element) =>
    [...element.querySelectorAll('[dir="auto"]')]
      .filter((text) => text.scrollWidth > text.clientWidth)
      .map((text) => text.textContent),
  );
}

for (const width of [320, 390, 1280]) {
  test(`At ${width} px, records of one person differ by button and time: only the name is cut${width === 1280 ? '' : ' @nightly'}`, async ({
    teamPage: page,
    server,
    team,
  }) => {
    const phone = await createPhone(server, team, NAME);
    await phone.press(1);
    await phone.press(5);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/app/users');
    await waitForPage(page, 'Users');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('donau');
    const person = page.getByRole('group', { name: 'People' }).getByRole('option');
    await expect(person).toContainText('@work.example');
    expect(await cutTexts(person)).toEqual([NAME]);
    const records = page.getByRole('group', { name: 'Records' }).getByRole('option');
    await expect(records).toHaveCount(2);
    for (const [index, item] of ['Lone Worker Emergency', 'OSHA On-Site'].entries()) {
      const option = records.nth(index);
      await expect(option).toContainText(item);
      await expect(option).toContainText(/\d{4}, \d+:\d\d:\d\d [AP]M/);
      expect(await cutTexts(option)).toEqual([NAME]);
    }
  });
}
