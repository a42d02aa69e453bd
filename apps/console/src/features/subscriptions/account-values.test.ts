import { expect, test } from 'vitest';
import { toAccountChange } from './account-values.ts';

const SAVED = {
  account_name: 'Orchard Works',
  email: 'tess@work.example',
  first_name: 'Tess',
  last_name: 'Miller',
  phone: '+1 202 555 0100',
};

test('only what differs is sent, without blanks around it', () => {
  expect(toAccountChange({ ...SAVED, first_name: ' Tessa ', phone: '' }, SAVED)).toEqual({
    first_name: 'Tessa',
    phone: '',
  });
  expect(toAccountChange({ ...SAVED, last_name: 'Miller ' }, SAVED)).toEqual({});
});
