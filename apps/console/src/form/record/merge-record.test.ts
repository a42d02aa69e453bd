import { expect, test } from 'vitest';
import { mergeRecord } from './merge-record.ts';

const FIELDS = ['name', 'email', 'seats'] as const;
const known = { name: 'Ana', email: 'ana@work.example', seats: 10 };
const typed = { ...known, name: 'Ana Berg' };

test('the changes of two people to different fields of a record are merged', () => {
  expect(mergeRecord(FIELDS, { known, theirs: { ...known, seats: 25 }, typed })).toEqual({
    merged: { name: 'Ana Berg', email: 'ana@work.example', seats: 25 },
    conflicting: [],
  });
});

test('different changes of the same field conflict, and the typed text stays', () => {
  expect(mergeRecord(FIELDS, { known, theirs: { ...known, name: 'Ana Lind' }, typed })).toEqual({
    merged: typed,
    conflicting: ['name'],
  });
});

test('the same change by two people is not a conflict', () => {
  expect(mergeRecord(FIELDS, { known, theirs: typed, typed }).conflicting).toEqual([]);
});
