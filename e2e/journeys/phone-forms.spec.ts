import { expect, test } from '../support/test.ts';

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('A question with pictures survives closing the app, and the console shows it with its pictures', async ({
  teamPage: page,
  phone,
}) => {
  await phone.page.getByRole('link', { name: 'Ask a Safety Question' }).click();
  await phone.button('Send').click();
  await expect(phone.page.getByText('Write your question.')).toBeVisible();
  await expect(phone.page.getByLabel('Your question')).toBeFocused();
  await phone.page.getByLabel('Your question').fill('Is this scaffold approved?');
  await phone.page.getByLabel('Company').fill('Vega Roofing');
  const chooser = phone.page.getByLabel('Choose images');
  await chooser.setInputFiles([
    { name: 'scaffold.png', mimeType: 'image/png', buffer: PICTURE },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') },
  ]);
  await expect(phone.page.getByText('notes.txt isn’t an image that this phone can read.')).toBeVisible();
  await chooser.setInputFiles([{ name: 'gate.png', mimeType: 'image/png', buffer: PICTURE }]);
  await expect(phone.page.getByRole('img', { name: 'Image 2' })).toBeVisible();
  await phone.button('Remove image 2').click();
  await phone.page.reload();
  await expect(phone.page.getByLabel('Your question')).toHaveValue('Is this scaffold approved?');
  await expect(phone.page.getByRole('img', { name: 'Image 1' })).toBeVisible();
  await phone.button('Send').click();
  await expect(phone.received).toBeVisible();

  await phone.open('/form/1');
  await expect(phone.page.getByLabel('Your question')).toHaveValue('');
  await expect(phone.page.getByLabel('Company')).toHaveValue('Vega Roofing');

  await page.goto('/app/form_data/1');
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Is this scaffold approved?' });
  await expect(row).toContainText('Vega Roofing');
  await expect(row.locator('img')).toHaveCount(1);
});

test('The two other forms have a type @nightly', async ({ teamPage: page, phone }) => {
  await phone.page.getByRole('link', { name: 'Need a Safety Product' }).click();
  await phone.page.getByLabel('Message').fill('Two pairs, size 9.');
  await phone.button('Send').click();
  await expect(phone.page.getByText('Enter a type.')).toBeVisible();
  await phone.page.getByLabel('Type of product').fill('Cut-resistant gloves');
  await phone.button('Send').click();
  await expect(phone.received).toBeVisible();
  await page.goto('/app/form_data/3');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Cut-resistant gloves');
});

test('A form with two problems focuses the first one, and leaves the focus where the person types', async ({
  phone,
}) => {
  const { page } = phone;
  await page.getByRole('link', { name: 'Need a Safety Product' }).click();
  await phone.button('Send').click();
  const type = page.getByLabel('Type of product');
  await expect(type).toBeFocused();
  await page.keyboard.type('Gloves');
  await expect(type).toHaveValue('Gloves');
  await expect(type).toBeFocused();
  await phone.button('Send').click();
  await expect(page.getByLabel('Message')).toBeFocused();
});

test('On a small phone, the emergency call covers no problem of an image or a field', async ({
  openPhone,
  ana,
}) => {
  const phone = await openPhone(ana, { viewport: { width: 360, height: 560 } });
  const { page } = phone;
  /** In pixels. */
  const distanceToCall = async (problem: string) => {
    const box = await page.getByText(problem).boundingBox();
    const call = await page.locator('footer').boundingBox();
    return (call?.y ?? 0) - (box?.y ?? Infinity) - (box?.height ?? 0);
  };
  await phone.open('/form/1');
  await page.getByLabel('Choose images').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('not a picture'),
  });
  const image = 'notes.txt isn’t an image that this phone can read.';
  await expect(page.getByText(image)).toBeVisible();
  await expect.poll(() => distanceToCall(image)).toBeGreaterThanOrEqual(8);
  await phone.open('/form/3');
  await page.getByLabel('Type of product').fill('Gloves');
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await page.setViewportSize({ width: 360, height: 420 });
  await phone.button('Send').click();
  await expect(page.getByLabel('Message')).toBeFocused();
  await expect.poll(() => distanceToCall('Write a message.')).toBeGreaterThanOrEqual(8);
});
