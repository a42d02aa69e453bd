import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nameOf, parseLocation } from './location-url.ts';

test.each([
  ['sqlite:data', resolve('data/callpoint.db')],
  ['sqlite:./data/', resolve('data/callpoint.db')],
  ['sqlite:/var/lib/callpoint', '/var/lib/callpoint/callpoint.db'],
  ['sqlite:///var/lib/callpoint/callpoint.db', '/var/lib/callpoint/callpoint.db'],
  ['postgres://me:secret@db.example/callpoint', 'PostgreSQL db.example/callpoint'],
  ['postgresql://me:secret@a.example:5433,b.example/x', 'PostgreSQL a.example:5433,b.example/x'],
])('%s is %s, without credentials', (address, name) => {
  const location = parseLocation(address);
  expect(location && nameOf(location)).toBe(name);
});

test.each([
  '',
  'data',
  'sqlite:',
  'sqlite:other.db',
  'sqlite://host/data',
  'mysql://x/y',
  'postgres:',
  'file:data',
])('“%s” is no address of a database', (address) => {
  expect(parseLocation(address)).toBeNull();
});
