import { expect, type Locator, type Page } from '@playwright/test';

/** Counts clicks: a choice in a drop-down takes two, one to open it and one to choose. Typing and keys are not counted. */
export class Clicks {
  #count = 0;

  async click(target: Locator): Promise<void> {
    this.#count += 1;
    await target.click();
  }

  async choose(select: Locator, option: string): Promise<void> {
    this.#count += 2;
    await select.selectOption({ label: option });
  }

  /** Clicks an entry of the side menu. */
  async openFromMenu(page: Page, entry: string): Promise<void> {
    await this.click(
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry, exact: true }),
    );
  }

  expectAtMost(most: number): void {
    expect(this.#count, 'clicks').toBeLessThanOrEqual(most);
  }
}
