import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { TEST_LENGTH } from '@callpoint/server/testing/test-length';
import { findHtmlProblems } from './html.ts';

const WIDE = 1280;
const NARROW = 390;
/** The narrowest phone, which is also 1280 px at 400 % zoom (WCAG 1.4.10), and a laptop at 200 % zoom (WCAG 1.4.4). */
const SMALL_WINDOWS = [
  { width: 320, height: 900 },
  { width: 640, height: 425 },
] as const;
/** The rules that depend on the layout alone; the others have the same results as in a narrow window. */
const LAYOUT_RULES = ['target-size', 'scrollable-region-focusable'];
const COLOR_RULES = ['color-contrast'];
const GUIDELINES = new Set(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']);
const SCHEMES = ['light', 'dark'] as const;
/** WCAG 2.2 AA has a rule for the target size, which axe disables by default. */
const OPTIONS = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations' as const] };

/**
 * Expects that axe finds no violation of WCAG 2.2 AA, and no other serious or critical one, in the current state of the
 * page: light and dark, wide and narrow. Also expects that its HTML is valid, and that the page does not scroll sideways.
 * With the narrow window, it checks the layout at 320 px and at 200 % zoom too.
 * In `npm test`, axe checks each state once: the states of a page take turns with the schemes and widths.
 * @param widths in CSS pixels; pass one width if another one would close what is being checked
 */
export async function expectAccessible(
  page: Page,
  widths: readonly number[] = [WIDE, NARROW],
): Promise<void> {
  const problems = await findHtmlProblems(page);
  problems.push(...(TEST_LENGTH === 'short' ? await checkOnce(page, widths) : await checkAll(page, widths)));
  expect(problems, page.url()).toEqual([]);
  await page.setViewportSize({ width: WIDE, height: 900 });
}

/** How many states of each page were checked once. */
const checkedStates = new WeakMap<Page, number>();

/** Axe checks one scheme and one width, which differ from those of the state before; no width scrolls sideways. */
async function checkOnce(page: Page, widths: readonly number[]): Promise<string[]> {
  const state = checkedStates.get(page) ?? 0;
  checkedStates.set(page, state + 1);
  const cases = widths.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme })));
  const chosen = cases[state % cases.length] ?? { width: WIDE, scheme: 'light' };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // The page may still be changing its layout.
    await expect.poll(() => findOverflow(page, width), page.url()).toEqual([]);
  }
  await page.setViewportSize({ width: chosen.width, height: 900 });
  const violations = await findViolations(page, chosen.scheme);
  await switchScheme(page, 'light');
  return violations.map((line) => `${chosen.scheme} ${chosen.width}: ${line}`);
}

async function checkAll(page: Page, widths: readonly number[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    // Switching takes a third as long as checking, so each second width starts with the scheme of the width before.
    for (const colorScheme of index % 2 === 0 ? SCHEMES : SCHEMES.toReversed()) {
      // Only the colors differ between the schemes.
      const violations = await findViolations(page, colorScheme, colorScheme === 'dark' ? COLOR_RULES : null);
      problems.push(...violations.map((line) => `${colorScheme} ${width}: ${line}`));
    }
    problems.push(...(await findOverflow(page, width)));
    if (width === NARROW) problems.push(...(await findLayoutProblems(page)));
  }
  return problems;
}

async function findLayoutProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const viewport of SMALL_WINDOWS) {
    await page.setViewportSize(viewport);
    const axe = (await createAxe(page)).setLegacyMode().options(OPTIONS).withRules(LAYOUT_RULES);
    const { violations } = await axe.analyze();
    problems.push(...formatViolations(violations).map((line) => `${viewport.width}: ${line}`));
    problems.push(...(await findOverflow(page, viewport.width)));
  }
  return problems;
}

async function findOverflow(page: Page, width: number): Promise<string[]> {
  const overflow = await measureOverflow(page);
  return overflow > 0 ? [`${width}: scrolls sideways by ${overflow} px`] : [];
}

/** Switches the color scheme and waits until the page has applied it: axe would read a mix of both. */
async function switchScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** @param rules null: all */
async function findViolations(
  page: Page,
  colorScheme: 'light' | 'dark',
  rules: string[] | null = null,
): Promise<string[]> {
  const find = async () => {
    await switchScheme(page, colorScheme);
    // Legacy mode opens no extra page, which only other origins' frames need.
    const axe = (await createAxe(page)).setLegacyMode().options(OPTIONS);
    return formatViolations((await (rules ? axe.withRules(rules) : axe).analyze()).violations);
  };
  const violations = await find();
  if (violations.length === 0) return [];
  // Once in a few thousand switches, Chromium keeps an inherited color of the other scheme. A real violation is still
  // there after a second switch.
  await switchScheme(page, colorScheme === 'light' ? 'dark' : 'light');
  return find();
}

/** Axe for the page. Reuses it if the page has it: loading its half megabyte takes as long as checking a small page. */
export async function createAxe(page: Page): Promise<AxeBuilder> {
  const isLoaded = await page.evaluate('typeof window.axe === "object"');
  return new AxeBuilder(isLoaded ? { page, axeSource: ';' } : { page });
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** All violations of the guidelines; of mere best practices only the serious and critical ones. */
function formatViolations(violations: Violations): string[] {
  return violations
    .filter(
      ({ impact, tags }) =>
        impact === 'serious' || impact === 'critical' || tags.some((tag) => GUIDELINES.has(tag)),
    )
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}

/** The number of CSS pixels by which a page is wider than its window, so that it scrolls sideways. */
export function measureOverflow(page: Page): Promise<number> {
  return page.locator('html').evaluate(subtractWidths);
}

function subtractWidths(root: { scrollWidth: number; clientWidth: number }): number {
  return root.scrollWidth - root.clientWidth;
}
