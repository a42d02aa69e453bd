import type { Page } from '@playwright/test';

/** The server gets the next call, and its response is lost. */
export async function loseResponse(page: Page, calls: string): Promise<void> {
  await page.route(
    calls,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}
