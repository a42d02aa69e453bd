import { expect, test } from 'vitest';
import { MENUS } from '../../menus.ts';
import { findPages } from './find-pages.ts';

const found = (typed: string) =>
  findPages(MENUS.team, typed).map(({ entry, heading }) => [entry.label, heading]);

test('an empty search finds all pages in the order of the menu', () => {
  expect(findPages(MENUS.team, ' ').map(({ entry }) => entry)).toEqual(
    MENUS.team.flatMap(({ entries }) => entries),
  );
});

test('typed text finds a page by its name and its section, in any order and case', () => {
  expect(found('LONE rec')).toEqual([['Lone Worker Emergency', 'Notification Records']]);
  expect(found('records lone')).toEqual([['Lone Worker Emergency', 'Notification Records']]);
});

test('a page whose name starts with the typed text comes before one that only contains it', () => {
  expect(found('safety')[0]).toEqual(['Safety Contacts', 'Safety Person']);
});

test('accents don’t matter; text that no page contains finds no page', () => {
  expect(found('üsers')).toEqual([['Users', 'Configuration']]);
  expect(found('xyz')).toEqual([]);
});
