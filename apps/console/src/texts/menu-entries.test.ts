/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUTTON_ICONS, FORM_ICONS, MENU_ENTRIES, type MenuIcon } from './menu-entries.ts';

const PHONE = readFileSync(new URL('../../../phone/src/display/item-icon.tsx', import.meta.url), 'utf8');

test('the phone app has the same icons', () => {
  const ofPhone = Object.fromEntries(
    [...PHONE.matchAll(/'(\w+-\d)': Icon(\w+),/g)].map(([, item, icon]) => [item, icon]),
  );
  const namesOf = (kind: string, icons: Readonly<Record<number, MenuIcon>>) =>
    Object.entries(icons).map(([id, { displayName }]) => [`${kind}-${id}`, displayName]);
  expect(ofPhone).toEqual(
    Object.fromEntries([...namesOf('button', BUTTON_ICONS), ...namesOf('form', FORM_ICONS)]),
  );
  expect(/\?\? Icon(\w+)/.exec(PHONE)?.[1]).toBe(MENU_ENTRIES.contacts.icon.displayName);
});
