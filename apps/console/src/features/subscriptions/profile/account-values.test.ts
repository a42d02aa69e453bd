import { expect, test } from 'vitest';
import { toAccountData } from './account-values.ts';

const VALUES = {
  account_name: ' Orchard Works ',
  email: 'tess@work.example ',
  first_name: 'Tess',
  last_name: 'Miller',
  phone: '+1 202 555 0100',
  time_zone: '',
};
const OWN = {
  account_name: 'Orchard Works',
  first_name: 'Tess',
  last_name: 'Miller',
  phone: '+1 202 555 0100',
  time_zone: null,
};

test('a subscriber sends the fields it may change, without surrounding spaces; an administrator also the address', () => {
  expect(toAccountData(VALUES, { teamId: 7, as: 'team' })).toEqual(OWN);
  expect(toAccountData(VALUES, { teamId: 7, as: 'admin' })).toEqual({ ...OWN, email: 'tess@work.example' });
});
