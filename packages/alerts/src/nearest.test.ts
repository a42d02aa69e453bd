import { VARIABLES } from '@callpoint/contract/catalogue';
import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test.each([
  ['NMAE', 'NAME'],
  ['EMIAL', 'EMAIL'],
  ['E-MAIL', 'EMAIL'],
  ['FONE', 'PHONE'],
  ['LOCATION_LNK', 'LOCATION_LINK'],
  ['LOCATIONIMAGE', 'LOCATION_IMAGE'],
  ['PRODUCT', 'PRODUCTS'],
  ['NAME', 'NAME'],
])('%s is a slip for %s', (typed, meant) => {
  expect(nearest(typed, VARIABLES)).toBe(meant);
});

test.each(['', 'X', 'SUPERVISOR', 'A'.repeat(10_000)])('what is near nothing gets no guess (%#)', (typed) => {
  expect(nearest(typed, VARIABLES)).toBeNull();
});
