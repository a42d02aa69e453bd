import { VARIABLES } from '@callpoint/contract/catalog';
import { expect, test } from 'vitest';
import { findNearest } from './find-nearest.ts';

test.each([
  ['NMAE', 'NAME'],
  ['EMIAL', 'EMAIL'],
  ['E-MAIL', 'EMAIL'],
  ['FONE', 'PHONE'],
  ['LOCATION_LNK', 'LOCATION_LINK'],
  ['LOCATIONIMAGE', 'LOCATION_IMAGE'],
  ['PRODUCT', 'PRODUCTS'],
  ['NAME', 'NAME'],
])('the nearest name to %s is %s', (typed, meant) => {
  expect(findNearest(typed, VARIABLES)).toBe(meant);
});

test.each(['', 'X', 'SUPERVISOR', 'A'.repeat(10_000)])(
  'suggests nothing for a text that is not similar to any name (%#)',
  (typed) => {
    expect(findNearest(typed, VARIABLES)).toBeNull();
  },
);
