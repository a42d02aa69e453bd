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

/** The response to the next call that the server accepts arrives only after `release`. */
export async function holdResponse(
  page: Page,
  calls: string,
): Promise<{ received: Promise<void>; release: () => void }> {
  const [received, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  await page.route(calls, async (route) => {
    if (isHeld) return await route.fallback();
    const response = await route.fetch();
    if (response.ok()) {
      isHeld = true;
      received.resolve();
      await released.promise;
    }
    await route.fulfill({ response });
  });
  return { received: received.promise, release: () => released.resolve() };
}
