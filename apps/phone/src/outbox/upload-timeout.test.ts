import { expect, test } from 'vitest';
import { uploadTimeout } from './order.ts';

test('a picture gets the time that a slow network needs for it, at most five minutes', () => {
  expect(uploadTimeout(10_000, 20_000)).toBe(10_000);
  expect(uploadTimeout(90_000, 1_000_000)).toBe(250_000);
  expect(uploadTimeout(90_000, 10_000_000)).toBe(300_000);
});
