import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width })),
);

/** Axe finds nothing serious or critical on the page as it stands, in light and dark, wide and narrow. */
export async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = [];
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { target, failureSummary = '' } of nodes) {
        found.push(`${id} ${colorScheme} ${width}: ${target.join(' ')}: ${failureSummary}`);
      }
    }
    const room = await page.locator('html').evaluate(overflow);
    if (room > 0) found.push(`scrolls sideways by ${room} px: ${colorScheme} ${width}`);
  }
  expect(found).toEqual([]);
}

/** How many CSS pixels of a page lie beyond its right edge. */
function overflow(root: { scrollWidth: number; clientWidth: number }): number {
  return root.scrollWidth - root.clientWidth;
}
