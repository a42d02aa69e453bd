import type { Page } from '@playwright/test';
import { Fingers } from '../support/fingers.ts';
import type { PhoneApp } from '../support/phone-app.ts';
import { expect, test } from '../support/test.ts';

/** Two points of a button, or of another element. */
async function pointsOf(phone: PhoneApp, name: string) {
  const box = await phone.button(name).boundingBox();
  if (!box) throw new Error(`${name} is not visible`);
  const y = box.y + box.height / 2;
  return [
    { x: box.x + box.width * 0.4, y },
    { x: box.x + box.width * 0.6, y },
  ] as const;
}

/** Stops the page's clock: on a slow machine, a finger that is put down and lifted at once would otherwise hold for seconds. */
async function stopClock(page: Page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Longer than the ring needs, by the page's clock. */
const waitForRing = (page: Page) => page.clock.runFor(1_600);

test('An alert is sent only while the first finger stays on the button', async ({ phone }) => {
  const { page } = phone;
  await phone.button('Lone Worker Emergency').scrollIntoViewIfNeeded();
  await stopClock(page);
  const fingers = await Fingers.of(page);
  const [left, right] = await pointsOf(phone, 'Lone Worker Emergency');
  const ring = page.getByText('Keep holding');
  const expectRing = async () => {
    await page.clock.runFor(200);
    await expect(ring).toBeVisible();
  };
  const expectNothing = async () => {
    await expect(ring).toBeHidden();
    await waitForRing(page);
    await expect(page).toHaveURL(/#\/$/);
    await expect(page.getByRole('dialog')).toBeHidden();
  };

  // Both fingers leave early, the first one first.
  await fingers.put(1, left);
  await fingers.put(2, right);
  await expectRing();
  await page.clock.runFor(800);
  await fingers.lift(1);
  await expect(ring).toBeHidden();
  await page.clock.runFor(600);
  await fingers.lift(2);
  await expectNothing();

  // The finger slides off.
  await fingers.put(1, left);
  await expectRing();
  await fingers.move(1, { x: left.x, y: left.y - 20 });
  await expect(ring).toBeVisible();
  await fingers.move(1, { x: left.x, y: left.y - 120 });
  await expect(ring).toBeHidden();
  await fingers.lift(1);
  await expectNothing();

  // The system takes the touch, for example to scroll.
  await fingers.put(1, left);
  await expectRing();
  await fingers.cancel();
  await expectNothing();

  // The second finger leaves: the first one still holds.
  await fingers.put(1, left);
  await fingers.put(2, right);
  await page.clock.runFor(1_000);
  await fingers.lift(2);
  await expect(ring).toBeVisible();
  await page.clock.runFor(600);
  await expect(phone.received).toBeVisible();
  await fingers.lift(1);
});

test('A hand that rests on the screen does not keep a finger from pressing; two buttons are never pressed at once @nightly', async ({
  phone,
}) => {
  const { page } = phone;
  await stopClock(page);
  const fingers = await Fingers.of(page);
  const [point] = await pointsOf(phone, 'Report a Safety Complaint');
  const [other] = await pointsOf(phone, 'OSHA On-Site');
  await fingers.put(1, { x: 100, y: 30 });
  await fingers.put(2, point);
  await page.clock.runFor(200);
  await expect(page.getByText('Keep holding')).toBeVisible();
  await fingers.put(3, other);
  await expect(page.getByText('Keep holding')).toHaveCount(1);
  await waitForRing(page);
  await expect(phone.received).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Report a Safety Complaint' })).toBeVisible();
  await fingers.lift(3);
  await fingers.lift(2);
  await fingers.lift(1);
  await phone.open('/history');
  await expect(page.getByRole('listitem')).toHaveCount(1);
});
