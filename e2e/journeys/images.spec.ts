import { buildPhoto } from '@callpoint/server/testing/input/sample-images';
import { createPhone } from '../support/records.ts';
import { waitForPage } from '../support/page-actions.ts';
import { expect, test } from '../support/test.ts';
import type { Phone } from '../support/phone.ts';

/** Images that a phone sends with a question appear in the console, for those who may see the question. */

/** The order in which they are sent. */
const COLORS = ['red', 'green', 'blue'];

/** Sends a question with an image of each color; returns its id. */
async function sendQuestion(phone: Phone, colors: readonly string[] = COLORS): Promise<number> {
  const images: string[] = [];
  for (const color of colors) images.push(await phone.uploadImage(new Uint8Array(await buildPhoto(color))));
  const { body } = await phone.submitForm(1, { message: 'Is this ladder safe?', images });
  return body.data?.id ?? 0;
}

test('A question’s images appear in the list; the viewer opens with the keyboard, shows each and returns the focus', async ({
  teamPage: page,
  server,
  team,
}) => {
  const phone = await createPhone(server, team);
  await page.goto('/app/form_data/1');
  await waitForPage(page, 'Ask a Safety Question');
  // The row appears while the list is open.
  const id = await sendQuestion(phone);
  const row = page.getByRole('row').filter({ hasText: 'Is this ladder safe?' });
  const first = row.getByRole('link', { name: 'Image 1 of 3' });
  await expect(first.locator('img')).toHaveJSProperty('naturalWidth', 320);
  await expect(first).toHaveAttribute('href', `/app/form_data/1/${id}?image=1`);
  await expect(row.getByRole('link', { name: '2 more images' })).toHaveText('+2');

  await first.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  const image = (number: number) => viewer.getByRole('img', { name: `Image ${number} of 3`, exact: true });
  await expect(image(1)).toHaveJSProperty('naturalWidth', 640);
  await page.keyboard.press('ArrowRight');
  await expect(image(2)).toBeVisible();
  await expect(viewer).toHaveAccessibleName('Image 2 of 3');
  await viewer.getByRole('button', { name: 'Next' }).click();
  await expect(image(3)).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.keyboard.press('ArrowRight');
  await expect(image(3)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(image(2)).toBeVisible();
  const download = page.waitForEvent('download');
  await viewer.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^[0-9a-f]{40}\.jpg$/);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(first).toBeFocused();
});

test('A link to an image opens its record with the viewer, also for an administrator @nightly', async ({
  adminPage: page,
  server,
  team,
}) => {
  const id = await sendQuestion(await createPhone(server, team));
  await page.goto(`/app/subscriber/form_data/${team.user.id}/1/${id}?image=3`);
  await waitForPage(page, `Record ${id}`);
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Image 3 of 3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /^Image \d of 3$/ })).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Image 3 of 3' }).locator('img')).toBeVisible();
});

test('While an image loads and when it fails, the viewer shows this, and it can be loaded again @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  const id = await sendQuestion(await createPhone(server, team), ['red']);
  monitor.expectResponse(503, '/api/v1/images');
  let fails = true;
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/v1/images?*size=full', async (route) => {
    await gate.promise;
    const body = { ok: false, msg: 'Images are unavailable.', errors: [] };
    await (fails ? route.fulfill({ status: 503, json: body }) : route.fallback());
  });
  await page.goto(`/app/form_data/1/${id}`);
  await page.getByRole('link', { name: 'Image 1 of 1' }).click();
  const viewer = page.getByRole('dialog', { name: 'Image 1 of 1' });
  await expect(viewer.getByText('Loading the image…')).toBeVisible();
  gate.resolve();
  await expect(viewer.getByRole('alert')).toContainText('This image can’t be shown');
  fails = false;
  await viewer.getByRole('button', { name: 'Try again' }).click();
  await expect(viewer.getByRole('img', { name: 'Image 1 of 1' })).toBeVisible();
});
