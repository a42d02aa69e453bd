import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, readableColors } from './readable-color.ts';

const rgb = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];

test('black on white has the contrast of the standard', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
});

test('every color becomes readable: at least 7 to 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const { background, text } = readableColors(`#${number.toString(16).padStart(6, '0')}`);
      expect(contrast(rgb(background), rgb(text))).toBeGreaterThanOrEqual(7);
    }),
  );
});

test('a color that is readable stays as it is', () => {
  expect(readableColors('#FFD500')).toEqual({ background: '#ffd500', text: '#1b1512' });
  expect(readableColors('#1D4F91').background).toBe('#1d4f91');
});
