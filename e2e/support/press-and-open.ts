import type { Page } from '@playwright/test';
import type { TestAccount } from './people.ts';
import { createPhone } from './records.ts';
import type { Server } from './server.ts';

/** A new person presses, and the page of the incident opens. */
export async function pressAndOpen(page: Page, server: Server, team: TestAccount): Promise<void> {
  await (await createPhone(server, team)).press(5);
  await page.goto('/app/incidents');
  await page.getByRole('link', { name: /^Ana Flores, open incident/ }).click();
}
