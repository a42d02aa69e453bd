import { expect, test } from 'vitest';
import { contrastRatio, readableTextColor, isColor } from './readable-text-color.ts';

test('the contrast of black and white is 21, of the product’s color and white 3.2', () => {
  expect(contrastRatio('#000000', '#FFFFFF')).toBe(21);
  expect(contrastRatio('#FF544F', '#ffffff')).toBeCloseTo(3.17, 1);
});

test('black or white text is readable on every color', () => {
  const grounds = Array.from({ length: 16 ** 3 }, (_, step) => {
    const digits = [...step.toString(16).padStart(3, '0')];
    return `#${digits.map((digit) => digit + digit).join('')}`;
  });
  expect(grounds.filter((ground) => contrastRatio(readableTextColor(ground), ground) < 4.5)).toEqual([]);
});

test.each(['#FFF', 'red', '#GG0000', '', '#1234567'])('%s is not a color', (value) => {
  expect(isColor(value)).toBe(false);
});
