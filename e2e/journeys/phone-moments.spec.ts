import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.ts';

test('A double tap and a key that is held ask before an alert is sent, and do not answer @nightly', async ({
  phone,
}) => {
  const { page } = phone;
  let presses = 0;
  page.on('request', (request) => (presses += Number(request.url().endsWith('/button_click'))));
  const tile = phone.button('Lone Worker Emergency');
  const question = page.getByRole('dialog');
  const tap = async (x: number, y: number) => await page.mouse.click(x, y);
  const placeOf = async (element: Locator) => {
    const box = await element.boundingBox();
    return [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20] as const;
  };
  const tilePlace = await placeOf(tile);
  for (const answer of ['Send now', 'Don’t send']) {
    await tile.click();
    const answerPlace = await placeOf(question.getByRole('button', { name: answer }));
    await question.getByRole('button', { name: 'Don’t send' }).click();
    await expect(question).toBeHidden();
    // A finger that taps again where the answer is.
    await Promise.all([tap(...tilePlace), tap(...answerPlace)]);
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Don’t send' }).click();
    await expect(question).toBeHidden();
  }
  await tile.focus();
  await page.keyboard.down('Enter');
  await expect(question.getByRole('button', { name: 'Send now' })).toBeEnabled();
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(question).toBeVisible();
  expect(presses).toBe(0);
});

test('A submission that the server rejected stays on the main screen until the person decides', async ({
  monitor,
  phone,
}) => {
  const { page } = phone;
  await page
    .context()
    .route('**/mapi/v1/button_click', (route) =>
      route.fulfill({ status: 422, json: { ok: false, msg: 'Not today.' } }),
    );
  monitor.expectResponse(422, '/mapi/v1/button_click');
  await phone.confirm('Report a Safety Complaint');
  await expect(phone.notSent).toContainText('Not today.');
  await phone.button('Show my buttons').click();
  await page.reload();
  const notice = page.getByRole('link', { name: '1 submission was NOT SENT. See why.' });
  await notice.click();
  await phone.button('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(phone.button('Report a Safety Complaint')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('A form waits for its pictures to be made smaller @nightly', async ({ phone }) => {
  const { page } = phone;
  // A slow phone.
  await page.addInitScript(`
    const original = createImageBitmap;
    const release = new Promise((resolve) => addEventListener('release', resolve));
    globalThis.createImageBitmap = (file) => release.then(() => original(file));
  `);
  await page.reload();
  await page.getByRole('link', { name: 'Ask a Safety Question' }).click();
  await page.getByLabel('Your question').fill('Is this scaffold approved?');
  const buffer = await page.screenshot();
  const pictures = page.getByLabel('Choose images');
  await pictures.setInputFiles({ name: 'scaffold.png', mimeType: 'image/png', buffer });
  await expect(phone.button('Preparing images…')).toBeDisabled();
  await page.evaluate(`dispatchEvent(new Event('release'))`);
  const sent = page.waitForRequest('**/mapi/v1/form_submission');
  await phone.button('Send').click();
  expect((await sent).postDataJSON()).toMatchObject({ images: [expect.any(String)] });
  await expect(phone.received).toBeVisible();
});

test('An emergency that was stored is received once, although the phone is full meanwhile', async ({
  monitor,
  phone,
}) => {
  monitor.allowNetworkFailures();
  const { page } = phone;
  let presses = 0;
  page.on('request', (request) => (presses += Number(request.url().endsWith('/button_click'))));
  await page.context().setOffline(true);
  await phone.confirm('Lone Worker Emergency');
  await expect(phone.notSent).toContainText('This phone keeps trying.');
  presses = 0;
  await page.evaluate(`IDBObjectStore.prototype.put = () => {
    throw new DOMException('', 'QuotaExceededError');
  }`);
  await page.context().setOffline(false);
  await expect(phone.received).toBeVisible();
  await phone.button('Done').click();
  // What waits behind the emergency is sent now.
  await phone.confirm('Report a Safety Complaint');
  await expect(phone.received).toBeVisible();
  expect(presses).toBe(2);
});

test('The finger that completed a hold presses nothing on the screen that follows @nightly', async ({
  phone,
}) => {
  const { page } = phone;
  const tile = await phone.button('Lone Worker Emergency').boundingBox();
  const point = { x: (tile?.x ?? 0) + 60, y: (tile?.y ?? 0) + 40 };
  await page.mouse.move(point.x, point.y);
  await page.mouse.down();
  await expect(phone.received).toBeVisible();
  // The button to the main screen is under the finger.
  await phone
    .button('Done')
    .evaluate(
      (button, { x, y }) =>
        button.style.setProperty(
          'translate',
          `${x - button.getBoundingClientRect().x - 50}px ${y - button.getBoundingClientRect().y - 20}px`,
        ),
      point,
    );
  await page.mouse.up();
  await page.mouse.move(point.x + 1, point.y);
  await expect(phone.received).toBeVisible();
  await phone.button('Done').click({ trial: true });
  await expect(page).toHaveURL(/sent/);
});

test('A status that cannot be loaded is stated in the header, where it moves nothing', async ({
  phone,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const { page } = phone;
  await phone.hold('Lone Worker Emergency');
  const incident = page.getByRole('status', { name: 'Who has it' });
  const note = page.getByText('Status not loaded. Trying again.');
  await expect(incident).toContainText('No one has it yet');
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(note).toBeHidden();
    const before = await incident.boundingBox();
    await page.route('**/mapi/v1/submission?*', (route) => route.abort());
    await expect(note).toBeInViewport();
    expect(await incident.boundingBox()).toEqual(before);
    await page.unroute('**/mapi/v1/submission?*');
    await expect(note).toBeHidden();
    expect(await incident.boundingBox()).toEqual(before);
  }
});
