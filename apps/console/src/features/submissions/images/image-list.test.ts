import { expect, test } from 'vitest';
import { imageAddresses } from './image-list.ts';

test('a list of addresses is read in its order', () => {
  const list = ['/images/a.webp', 'https://example.com/b.jpg'];
  expect(imageAddresses(JSON.stringify(list))).toEqual(list);
});

test.each(['', 'none', '{}', 'null', '"https://example.com"', '[1, null, {}]'])(
  '%s contains no image',
  (text) => {
    expect(imageAddresses(text)).toEqual([]);
  },
);

test('an address that would run code is not an image', () => {
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    'https://example.com/ok.png',
  ];
  expect(imageAddresses(JSON.stringify(bad))).toEqual(['https://example.com/ok.png']);
});
