import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDE = 1280;
const NARROW = 390;
/** The narrowest phone, and what is left of 1280 px for somebody who enlarges four times (WCAG 1.4.10). */
const SMALLEST = 320;
const GUIDELINES = new Set(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']);
/** Each beside the other. */
const SCHEMES = [
  ['light', 'dark'],
  ['dark', 'light'],
] as const;
/** The target's size is of WCAG 2.2 AA, and off unless asked for. */
const OPTIONS = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations' as const] };

/**
 * Axe finds nothing against WCAG 2.2 AA, and nothing else that is serious or critical, on the page as it stands, in
 * light and dark, wide and narrow; it scrolls sideways nowhere, at 320 px neither.
 * @param widths in CSS pixels; where another width would close what is to be looked at, only the one
 */
export async function expectAccessible(
  page: Page,
  widths: readonly number[] = [WIDE, NARROW],
): Promise<void> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [colorScheme, other] of SCHEMES) {
      let seen = await faultsIn(page, colorScheme);
      // Chromium has been seen to keep one inherited colour of the other scheme, once in some thousand switches: what
      // is wrong with the page is wrong after a second switch, too.
      if (seen.length > 0) {
        await follow(page, other);
        seen = await faultsIn(page, colorScheme);
      }
      found.push(...seen.map((line) => `${colorScheme} ${width}: ${line}`));
    }
    for (const edge of width === NARROW ? [NARROW, SMALLEST] : [width]) {
      await page.setViewportSize({ width: edge, height: 900 });
      const room = await beyondTheEdge(page);
      if (room > 0) found.push(`${edge}: scrolls sideways by ${room} px`);
    }
  }
  expect(found, page.url()).toEqual([]);
  await page.setViewportSize({ width: WIDE, height: 900 });
}

/** Axe reads one colour after the other: the page must have followed before. */
async function follow(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

async function faultsIn(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await follow(page, colorScheme);
  const axe = (await axeOn(page)).setLegacyMode().options(OPTIONS);
  // Nothing but the colours differs between the two. Legacy: no frames of other origins, so no page of its own.
  const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
  return faults(violations);
}

/** Axe is half a megabyte, and reading it in anew takes as long as a look at a small page. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate('typeof window.axe === "object"');
  return new AxeBuilder(isThere ? { page, axeSource: ';' } : { page });
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** What breaks the guidelines, however lightly; of what is only good practice the grave. */
function faults(violations: Violations): string[] {
  return violations
    .filter(
      ({ impact, tags }) =>
        impact === 'serious' || impact === 'critical' || tags.some((tag) => GUIDELINES.has(tag)),
    )
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}

/** How many CSS pixels of a page lie beyond its right edge, so that it scrolls sideways. */
export function beyondTheEdge(page: Page): Promise<number> {
  return page.locator('html').evaluate(overflow);
}

function overflow(root: { scrollWidth: number; clientWidth: number }): number {
  return root.scrollWidth - root.clientWidth;
}
