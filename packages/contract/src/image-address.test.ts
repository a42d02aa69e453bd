import { expect, test } from 'vitest';
import { imageUrl, keyOfImageUrl } from './image-address.ts';

const KEY = '0123456789abcdef0123456789abcdef01234567';

test('the address of an image contains its key, also after the server has moved to another host', () => {
  const address = imageUrl('https://safety.example', KEY);
  expect(address).toBe(`https://safety.example/api/v1/images?key=${KEY}`);
  expect(keyOfImageUrl(address)).toBe(KEY);
});

test.each([
  'https://elsewhere.example/photo.jpg',
  `https://elsewhere.example/?key=${KEY}`,
  `https://safety.example/api/v1/images?key=${KEY}00`,
  'https://safety.example/api/v1/images?key=short',
])('%s is not the address of an uploaded image', (address) => {
  expect(keyOfImageUrl(address)).toBeNull();
});
