import { expect, test } from 'vitest';
import { createAddressOwners, createPersonKeys, type RecipientDirectory } from './directory.ts';
import { findStepAddresses } from './step-addresses.ts';

test('the key of each person and account is computed only a few times, however many there are', () => {
  const lists = { email: '', sms: '', voice: '', push: '' };
  const off = { email: false, sms: false, voice: false, push: false };
  const create = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, number) => ({
      name: `${prefix} ${number}`,
      email: `${prefix}${number}@safety.example`,
      phone: '',
    }));
  const contacts = create('contact', 50);
  const users = create('user', 500).map((one, number) => ({ ...one, push: `user:${number}` }));
  const directory: RecipientDirectory = {
    team: lists,
    contacts,
    owner: { name: 'Owner', email: 'owner@safety.example', phone: '' },
    consultancy: { enabled: off, lists },
    administrators: [],
    people: [...contacts, ...users],
  };
  const find = createPersonKeys(directory);
  let calls = 0;
  const keyOf: typeof find = (person) => {
    calls += 1;
    return find(person);
  };
  const lookup = { directory, smsCountries: null, findOwner: createAddressOwners(directory), keyOf };
  const found = findStepAddresses('push', { kind: 'contacts' }, lookup);
  expect(found).toHaveLength(50);
  expect(calls).toBeLessThanOrEqual(2 * contacts.length + users.length);
});
