import { findRoute } from '@callpoint/alerts/plan/routes';
import type { Item } from '@callpoint/contract/catalog';
import { notificationKey } from '@callpoint/contract/setting-keys';
import { expect, test } from 'vitest';
import type { KnownRecipients } from '../sections/known-recipients.ts';
import { routeStatus } from './route-status.ts';

const item: Item = { kind: 'button', id: 5 };
const names = new Map([
  ['ann@x.example', 'Ann Lee, safety director'],
  ['desk@x.example', 'Dee, night desk'],
]);
const known: KnownRecipients = {
  isLoading: false,
  nameOf: (address) => names.get(address) ?? null,
  markOf: () => null,
  held: new Map(),
  others: [],
  isItemOff: false,
};

test('recipients are separated by semicolons, because a name may contain a comma', () => {
  const route = findRoute(item, 'email', 'team');
  if (!route?.list) throw new Error('The safety team gets no email');
  const values = new Map([
    [notificationKey(route.list, item), 'ann@x.example, desk@x.example, office@x.example'],
    ...(route.switchedBy ? [[notificationKey(route.switchedBy, item), 'yes'] as const] : []),
  ]);
  expect(routeStatus(route, item, (key) => values.get(key) ?? '', known)).toEqual({
    level: 'good',
    word: '3 of 3',
    detail: 'Ann Lee, safety director; Dee, night desk; office@x.example',
    unreached: 0,
  });
});
