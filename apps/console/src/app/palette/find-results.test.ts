import type { Found } from '@callpoint/contract/find';
import { IconUsers } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { groupResults } from './find-results.ts';

const PAGES = Array.from({ length: 7 }, (_, index) => ({
  entry: { label: `Page ${index}`, to: '/users' as const, icon: IconUsers },
  heading: 'Section',
}));
const FOUND: Found = {
  people: [{ id: 7, team_id: 3, name: 'Ann Lee', email: 'ann@example.com' }],
  contacts: [],
  records: [
    {
      kind: 'button',
      id: 9,
      item_id: 5,
      team_id: 3,
      name: 'Ann Lee',
      created_at: '2026-11-21T08:14:07.000Z',
    },
  ],
  subscribers: [{ id: 3, account_name: 'Ridgeline', email: 'r@example.com' }],
  messages: [
    { id: 4, address: '+12025550144', subject: null, state: 'sent', created_at: '2026-11-21T08:14:07.000Z' },
  ],
};
const linksOf = (groups: ReturnType<typeof groupResults>) =>
  groups.map(({ heading, results }) => [
    heading,
    ...results.map(({ opens }) => ('to' in opens ? opens.to : null)),
  ]);

test('before anything is typed, all pages are shown', () => {
  const groups = groupResults('team', PAGES, null, undefined, ' ');
  expect(groups.map(({ heading, results }) => [heading, results.length])).toEqual([['Pages', 7]]);
});

test('results open the screens of the reader’s role, and the last one searches all records', () => {
  expect(linksOf(groupResults('team', [], null, { ...FOUND, subscribers: [] }, 'ann & co'))).toEqual([
    ['People', '/users/edit/7'],
    ['Records', '/button_data/5/9'],
    ['Messages', '/deliveries/4'],
    ['More', '/records?search=ann%20%26%20co'],
  ]);
  expect(linksOf(groupResults('admin', PAGES, null, FOUND, 'ann'))).toEqual([
    ['Pages', ...Array.from({ length: 5 }, () => '/users')],
    ['Subscribers', '/subscriber/profile/3'],
    ['People', '/subscriber/users/3?search=%237'],
    ['Records', '/subscriber/button_data/3/5/9'],
    ['Messages', '/deliveries/4'],
    ['More', '/records?search=ann'],
  ]);
});

test('a record and a message show what they are and when, next to the name or the subject', () => {
  const message = { address: '+12025550144', state: 'sent', created_at: '2026-11-21T08:14:07.000Z' };
  const messages = [
    { ...message, id: 4, subject: 'Emergency' },
    { ...message, id: 5, subject: null },
    { ...message, id: 6, subject: null, address: '', state: 'skipped' },
  ];
  const groups = groupResults('team', [], null, { ...FOUND, messages }, 'ann');
  const shown = (heading: string) =>
    groups
      .find((group) => group.heading === heading)
      ?.results.map(({ label, what, detail }) => [label, what, detail?.startsWith('Nov 21, 2026')]);
  expect(shown('Records')).toEqual([['Ann Lee', 'Lone Worker Emergency', true]]);
  expect(shown('Messages')).toEqual([
    ['Emergency', '+1 202 555 0144', true],
    ['+1 202 555 0144', undefined, true],
    ['Message without an address', undefined, true],
  ]);
});

test('a safety contact is one of the people, and opens the list that contains it', () => {
  const contacts = [
    { position: 2, name: 'Olga Lind', email: '', phone: '+13035550141' },
    { position: 3, name: '', email: 'gate@example.com', phone: '' },
  ];
  const found = { ...FOUND, people: [], subscribers: [], contacts };
  const groups = groupResults('team', [], null, found, 'o');
  expect(groups[0]?.results.map(({ label, what, detail }) => [label, what, detail])).toEqual([
    ['Olga Lind', '+1 303 555 0141', 'Safety contact'],
    ['gate@example.com', undefined, 'Safety contact'],
  ]);
  expect(linksOf(groups)[0]).toEqual(['People', '/safety-contacts', '/safety-contacts']);
  const admin = groupResults('admin', [], null, found, 'o');
  expect(linksOf(admin)[0]).toEqual(['People', '/SafetyContacts', '/SafetyContacts']);
});
