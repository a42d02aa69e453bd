import { expect, test } from 'vitest';
import { mergeRecord } from './merge-record.ts';

const FIELDS = ['name', 'email', 'seats'] as const;
const known = { name: 'Ana', email: 'ana@work.example', seats: 10 };
const typed = { ...known, name: 'Ana Berg' };

test('two people who change different fields of a record both have their way', () => {
  expect(mergeRecord(FIELDS, { known, theirs: { ...known, seats: 25 }, typed })).toEqual({
    merged: { name: 'Ana Berg', email: 'ana@work.example', seats: 25 },
    clashing: [],
  });
});

test('the same field changed to something else clashes, and keeps what was typed', () => {
  expect(mergeRecord(FIELDS, { known, theirs: { ...known, name: 'Ana Lind' }, typed })).toEqual({
    merged: typed,
    clashing: ['name'],
  });
});

test('two who want the same agree', () => {
  expect(mergeRecord(FIELDS, { known, theirs: typed, typed }).clashing).toEqual([]);
});
