import { expect, test } from 'vitest';
import { moneyText } from './money.ts';

test.each([
  [2995, 'usd', 'en-US', '$29.95'],
  [0, 'usd', 'en-US', '$0.00'],
  [-500, 'usd', 'en-US', '-$5.00'],
  [2995, 'jpy', 'en-US', '¥2,995'],
  [123_456, 'kwd', 'en-US', 'KWD\u00a0123.456'],
  [2995, 'eur', 'de-DE', '29,95\u00a0€'],
])('%d of %s is written in %s as %s', (amount, currency, locale, text) => {
  expect(moneyText(amount, currency, locale)).toBe(text);
});
